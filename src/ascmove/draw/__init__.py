"""Pictures: one scene, drawn as an interactive page, as SVG or PNG, in a terminal and in notebooks.

>>> import numpy as np, ascmove as am
>>> from ascmove import draw
>>> core = am.Core("ascend-950")
>>> x = core.global_tensor(np.arange(16, dtype=np.float32))
>>> y = core.local_tensor("VECIN", "float", 16)
>>> seen = draw.scene(am.data_copy(y, x, 16))
>>> seen.panel("dst").values.texts[:3]
('0', '1', '2')
>>> draw.to_svg(seen)[:4]
'<svg'
"""

from ascmove.draw.html import to_html
from ascmove.draw.pick import scene
from ascmove.draw.png import to_png
from ascmove.draw.scene import Scene
from ascmove.draw.svg import to_svg

__all__ = ["Scene", "scene", "to_html", "to_png", "to_svg"]
