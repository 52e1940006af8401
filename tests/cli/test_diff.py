"""`ascmove check --diff`: cases with their findings mended, as a patch."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from ascmove.cases import Case
from tests.cli.conftest import LONG, WARNED, Command


def test_a_patch_that_patch_takes(ascmove: Command, folder: Path) -> None:
    """What is printed turns the files into cases without errors and warnings; the status is that of the check."""
    found = ascmove("check", "broken.yaml", "warned.yaml", "good.yaml", "--diff")
    assert found.status == 1
    assert found.out.startswith("--- broken.yaml\n+++ broken.yaml\n@@ ")
    assert "good.yaml" not in found.out
    assert "-params: {count: 80}\n+params: {count: 64}\n" in found.out
    (folder / "all.patch").write_text(found.out)
    subprocess.run(["git", "apply", "-p0", "all.patch"], cwd=folder, check=True)
    assert (folder / "broken.yaml").read_text() == LONG.replace("count: 80", "count: 64")
    assert (folder / "warned.yaml").read_text() == WARNED.replace("block_count: 0", "block_count: 1")
    for name in ("broken", "warned", "good"):
        assert Case.load(folder / f"{name}.yaml").diagnose() == []
    again = ascmove("check", "broken.yaml", "warned.yaml", "--diff")
    assert (again.status, again.out) == (0, "")


def test_only_what_is_selected_is_mended(ascmove: Command, folder: Path) -> None:
    both = WARNED.replace("block_len: 3", "block_len: 3, src_gap: 65536")
    (folder / "both.yaml").write_text(both)
    assert "src_gap: 65535" in ascmove("check", "both.yaml", "--diff").out
    out = ascmove("check", "both.yaml", "--diff", "--ignore", "ENH009").out
    assert "+params: {data_copy: {block_count: 1, block_len: 3, src_gap: 65536}}" in out
    assert ascmove("check", "both.yaml", "--diff", "--select", "TEN").out == ""


def test_findings_in_words_only_change_nothing(ascmove: Command, folder: Path) -> None:
    (folder / "route.yaml").write_text(LONG.replace("VECIN", "CO1").replace("ascend-950", "atlas-a2"))
    found = ascmove("check", "route.yaml", "--diff")
    assert (found.status, found.out) == (1, "")
    assert found.err == "note: not mended: ENH003 in route.yaml: no replacement\n"


SHAPED = """\
product: ascend-950
call: data_copy
src: {position: GM, dtype: half, count: 96}
dst: {position: VECIN, dtype: half, shape: [2, 40]} # two rows
params: {count: 96}
"""


@pytest.mark.parametrize(
    ("tensor", "mended"),
    [
        ("{position: VECIN, dtype: half, shape: [2, 40]}", "{position: VECIN, dtype: half, count: 96}"),
        ("{shape: [2, 40], position: VECIN, dtype: half}", "{count: 96, position: VECIN, dtype: half}"),
        (
            "{position: VECIN, dtype: half, count: 80, shape: [80]}",
            "{position: VECIN, dtype: half, count: 96, shape: [96]}",
        ),
        (
            "\n  position: VECIN\n  shape:\n    - 2\n    - 40\n  dtype: half",
            "\n  position: VECIN\n  count: 96\n  dtype: half",
        ),
    ],
)
def test_a_shape_gives_way_to_a_count(ascmove: Command, folder: Path, tensor: str, mended: str) -> None:
    """The count of a tensor is mended where the case writes its shape, in patches and in SARIF."""
    text = SHAPED.replace("{position: VECIN, dtype: half, shape: [2, 40]}", tensor)
    (folder / "shaped.yaml").write_text(text)
    assert "  - dst.count: 80\n  + dst.count: 96\n" in ascmove("check", "shaped.yaml").err
    found = ascmove("check", "shaped.yaml", "--diff")
    assert (found.status, found.err) == (1, "")
    (folder / "all.patch").write_text(found.out)
    subprocess.run(["git", "apply", "-p0", "all.patch"], cwd=folder, check=True)
    assert (folder / "shaped.yaml").read_text() == text.replace(tensor, mended)
    (folder / "shaped.yaml").write_text(text)
    (result,) = json.loads(ascmove("check", "shaped.yaml", "--sarif").out)["runs"][0]["results"]
    assert result["fixes"]


def test_a_text_that_does_not_take_the_replacement(ascmove: Command, folder: Path) -> None:
    """The content of the tensor has a length of its own; a note says that nothing was changed."""
    (folder / "held.yaml").write_text(SHAPED.replace("shape: [2, 40]", "shape: [2, 40], data: {arange: [0, 80]}"))
    found = ascmove("check", "held.yaml", "--diff")
    assert (found.out, found.err) == ("", "note: not mended: TEN009 in held.yaml: the text does not take it\n")


def test_what_has_no_text_to_be_changed(ascmove: Command, folder: Path) -> None:
    (folder / "k.cpp").write_text("void f() { DataCopy(ub, gm, {2, 0, 0, 0}); }")
    (folder / "junk.yaml").write_text("[1]")
    found = ascmove("check", "k.cpp", "junk.yaml", "--diff")
    assert (found.status, found.out) == (2, "")
    assert "junk.yaml: a case is a mapping" in found.err
    assert found.err.startswith("note: k.cpp: --diff is for cases\n")


def test_one_form_at_a_time(ascmove: Command, folder: Path) -> None:
    for other in ("--json", "--sarif"):
        found = ascmove("check", "good.yaml", "--diff", other)
        assert (found.status, found.out) == (2, "")
        assert "--json, --sarif and --diff exclude each other" in found.err


def test_the_replacement_of_a_finding_is_shown_as_a_patch_is(
    ascmove: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    found = ascmove("check", "broken.yaml").err
    assert "\x1b[31m  - count: 80\x1b[0m\n\x1b[32m  + count: 64\x1b[0m\n" in found
    monkeypatch.delenv("FORCE_COLOR")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\n  - count: 80\n  + count: 64\n" in ascmove("check", "broken.yaml").err


NEW = LONG.replace("count: 80", "count: 64")


@pytest.mark.parametrize("name", ["a.yaml", "a b.yaml"])
@pytest.mark.parametrize(
    "form",
    [
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: f"\ufeff{text}",
        lambda text: f"# a\u2028# b\n{text}# c\x85# d\n",
    ],
    ids=["no line end at the end", "carriage returns", "only carriage returns", "byte order mark", "rare line ends"],
)
def test_a_patch_fits_to_the_byte(ascmove: Command, folder: Path, name: str, form: Callable[[str], str]) -> None:
    place = folder / name
    place.write_bytes(form(LONG).encode())
    (folder / "one.patch").write_bytes(ascmove("check", place, "--diff").out.encode())
    subprocess.run(["git", "apply", "-p0", "one.patch"], cwd=folder, check=True)
    assert place.read_bytes() == form(NEW).encode()


def test_files_with_tabs_are_mended(ascmove: Command, folder: Path) -> None:
    case = yaml.safe_load(LONG)
    texts = {"tabs.json": json.dumps(case, indent="\t") + "\n", "tabs.yaml": LONG.replace("params: ", "params:\t")}
    for name, text in texts.items():
        (folder / name).write_text(text)
    (folder / "all.patch").write_text(ascmove("check", *texts, "--diff").out)
    subprocess.run(["git", "apply", "-p0", "all.patch"], cwd=folder, check=True)
    for name, text in texts.items():
        assert (folder / name).read_text() == text.replace("count: 80", "count: 64").replace(
            '"count": 80', '"count": 64'
        )


def test_a_file_that_is_named_twice_is_mended_once(ascmove: Command, folder: Path) -> None:
    out = ascmove("check", "broken.yaml", folder / "broken.yaml", ".", "--diff").out
    assert out.count("--- broken.yaml") == 1


def test_the_mode_decides_what_is_mended(ascmove: Command, folder: Path) -> None:
    """A single row is an error that relaxed mode warns of."""
    row = "dst_slice_info: [[0, 7, 0, 1, 8], [1, 1, 0, 1, 2]]"
    (folder / "row.yaml").write_text(
        "product: ascend-950\ncall: slice\n"
        "src: {position: GM, dtype: float, count: 16}\ndst: {position: VECIN, dtype: float, count: 16}\n"
        f"params:\n  {row}\n  {row.replace('dst', 'src')}\n  dim_value: 2\n"
    )
    strict = ascmove("check", "row.yaml", "--severity", "error", "--diff")
    assert (strict.status, "SLI006" in ascmove("check", "row.yaml").out) == (1, True)
    assert strict.out or "not mended: SLI006" in strict.err
    relaxed = ascmove("check", "row.yaml", "--severity", "error", "--mode", "relaxed", "--diff")
    assert (relaxed.status, relaxed.out, relaxed.err) == (0, "", "")


ALIASED = """product: ascend-950
call: data_copy
src: {position: GM, dtype: half, count: &n 63}
dst: {position: VECIN, dtype: half, count: 128}
params: {count: *n}
"""


def test_a_value_that_stands_for_several_places_is_left(ascmove: Command, folder: Path) -> None:
    (folder / "aliased.yaml").write_text(ALIASED)
    found = ascmove("check", "aliased.yaml", "--diff")
    why = "count is written once for several places (&n); change it by hand"
    assert (found.out, found.err) == ("", f"note: not mended: ENH039 in aliased.yaml: {why}\n")


@pytest.mark.parametrize("dst", ["*n", "&m 128"])
def test_an_alias_beside_what_is_mended_stays(ascmove: Command, folder: Path, dst: str) -> None:
    text = (
        ALIASED.replace("&n 63", "&n 128")
        .replace("count: 128}", f"count: {dst}}}")
        .replace("{count: *n}", "{count: 63}")
    )
    (folder / "beside.yaml").write_text(text)
    found = ascmove("check", "beside.yaml", "--diff")
    assert found.err == ""
    (folder / "beside.patch").write_text(found.out)
    subprocess.run(["git", "apply", "-p0", "beside.patch"], cwd=folder, check=True)
    assert (folder / "beside.yaml").read_text() == text.replace("63", "48")


def test_a_list_that_is_repeated_is_not_changed_in_all_places(ascmove: Command, folder: Path) -> None:
    (folder / "list.yaml").write_text(
        "product: ascend-950\ncall: nddma\nsrc: {position: GM, dtype: half, count: 64}\n"
        "dst: {position: VECIN, dtype: half, count: 4096}\n"
        "params:\n  loop_info:\n    loop_src_stride: &s [1, 64]\n    loop_dst_stride: *s\n    loop_size: *s\n"
        "    loop_lp_size: [0, 0]\n    loop_rp_size: [0, 0]\n  constant_value: 0\n"
    )
    found = ascmove("check", "list.yaml", "--diff")
    assert found.out == ""
    assert "loop_size[1] is written once for several places (&s); change it by hand\n" in found.err
