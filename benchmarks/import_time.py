"""What an import costs: `import ascmove`, and `import ascmove` with all that a first copy loads, beside `import numpy`.

python benchmarks/import_time.py [--rounds 20] [--json]

Each round starts one Python per program, in turn; the time of a Python that does nothing is taken off, the median and
the smallest of all rounds are shown. The ratio to `import numpy` of the same rounds hardly depends on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

PROGRAMS = {
    "nothing": "pass",
    "import numpy": "import numpy",
    "import ascmove": "import ascmove",
    "first copy": "import ascmove as am; am.Core, am.data_copy, am.NdDmaParams",
}
QUIET = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


def seconds(program: str) -> float:
    """Wall time of one Python that runs a program."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, env=QUIET)
    return time.perf_counter() - start


def measure(rounds: int) -> dict[str, dict[str, float]]:
    """For each program: median and smallest milliseconds above a Python that does nothing, and ratio to NumPy."""
    for program in PROGRAMS.values():  # files are in the cache then
        seconds(program)
    turns = [{name: seconds(program) for name, program in PROGRAMS.items()} for _ in range(rounds)]
    found = {}
    for name in list(PROGRAMS)[1:]:
        above = [max(turn[name] - turn["nothing"], 1e-6) for turn in turns]
        numpy = [max(turn["import numpy"] - turn["nothing"], 1e-6) for turn in turns]
        found[name] = {
            "median": round(1000 * statistics.median(above), 1),
            "smallest": round(1000 * min(above), 1),
            "to numpy": round(statistics.median(a / n for a, n in zip(above, numpy, strict=True)), 2),
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    found = measure(options.rounds)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{'':<16}{'median ms':>10}{'smallest':>10}{'to numpy':>10}")
    for name, figures in found.items():
        print(f"{name:<16}{figures['median']:>10}{figures['smallest']:>10}{figures['to numpy']:>10}")


if __name__ == "__main__":
    main()
