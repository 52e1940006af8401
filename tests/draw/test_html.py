from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib

import numpy as np
import pytest

from ascmove.draw import to_html
from ascmove.draw.html import json_text
from ascmove.draw.serial import scene_data, undefined_runs
from tests.draw.scenes import EXAMPLES, example_scene, large_scene, nddma_scene


def scene_of(page: str) -> dict[str, object]:
    """The scene that lies in a page."""
    found = re.search(r'id="scene" data-encoding="([^"]+)">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    encoding, text = found.groups()
    if encoding == "deflate-base64":
        text = zlib.decompress(base64.b64decode(text)).decode()
    data: dict[str, object] = json.loads(text)
    return data


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_page_is_small_and_names_nothing_outside(name: str) -> None:
    page = to_html(example_scene(name))
    assert len(page.encode()) < 400_000
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!#|data:)""", page.split("<script")[0])
    assert not re.findall(r"https?://|//cdn|@import|url\((?!#|data:)", page)


def test_a_page_of_ten_million_elements_is_small() -> None:
    assert len(to_html(large_scene()).encode()) < 400_000


def test_the_policy_allows_the_script_and_style_inside_and_nothing_else() -> None:
    page = to_html(example_scene("nddma_slice"))
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert "default-src 'none'" in policy[1] and "connect-src 'none'" in policy[1]
    for tag in ("script", "style"):
        inside = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert len(inside) == 1
        digest = base64.b64encode(hashlib.sha256(inside[0].encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]


@pytest.mark.parametrize("name", ["nddma_slice", "l0c_batch"])
def test_the_scene_in_the_page_is_the_scene(name: str) -> None:
    seen = example_scene(name)
    assert scene_of(to_html(seen)) == json.loads(json.dumps(scene_data(seen)))


def test_text_cannot_leave_its_element() -> None:
    assert "</script" not in json_text({"a": "</script><script>alert(1)</script><!--"})


def test_runs_of_undefined_elements_skip_what_is_touched() -> None:
    seen = nddma_scene(np.zeros(8, np.float32), 40, [[1, 2], [1, 10], [2, 4]])
    assert undefined_runs(seen.panel("dst")) == [[2, 40]]
    assert undefined_runs(seen.panel("src")) == []
