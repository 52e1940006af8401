"""All benchmarks in one go: ratios of every job, growth with size, threads; JSON and a line for the history.

python benchmarks/run.py [--rounds 9] [--out results.json] [--history]
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ascmove import __version__
from ascmove.engine.bench import report

HISTORY = Path(__file__).with_name("history.jsonl")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--history", action="store_true", help="add a line to benchmarks/history.jsonl")
    parser.add_argument("--quick", action="store_true", help="leave out other contenders, growth and threads")
    parser.add_argument("--askew", type=int, default=0, help="bytes from a page to where arrays begin; 16 as in NumPy")
    options = parser.parse_args()
    results = []
    for result in report.run_jobs(options.only, options.rounds, others=not options.quick, askew=options.askew):
        results.append(result)
        print("  ".join(map(str, report.row(result))), flush=True)
        if result.others:
            print("      " + ", ".join(f"{name} {ratio:,.1f} x" for name, ratio in result.others.items()), flush=True)
    extra: dict[str, Any] = {}
    if not options.quick:
        extra["growth"] = report.growth()
        extra["two_threads"] = report.speed_up()
        extra["extra_memory"] = report.extra_memory()
        for size, figures in extra["growth"].items():
            print(f"{size:>8}", figures)
        print("two threads:", ", ".join(f"{name} {gain} x" for name, gain in extra["two_threads"].items()))
        print(f"memory beside the operands: {extra['extra_memory']:.4%}")
    if options.out:
        everything = {**report.conditions(), "results": [asdict(result) for result in results], **extra}
        options.out.write_text(json.dumps(everything, indent=2) + "\n", encoding="utf-8")
    if options.history:
        with HISTORY.open("a", encoding="utf-8") as file:
            file.write(report.history_line(__version__, results, **extra) + "\n")
    return int(any(result.verdict == "MISSED" for result in results))


if __name__ == "__main__":
    sys.exit(main())
