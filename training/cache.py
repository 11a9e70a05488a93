"""Runs the backbones once over every view of every photo and stores their pooled feature maps: they are frozen, so once is enough.

First, Inception's batch normalization is re-estimated on these photos (its quantized weights come from a network trained on something
else), and the backbones are converted to ONNX, where they run faster.
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch
from PIL import Image, ImageOps
from torch import nn

import nothing
from backbone import Inception, inception
from network import MAPS, PLACES, WHOLE, Trunks, cover, root
from views import COLOURS, colours, made_small, plain, varied, window


def photo(path: Path) -> np.ndarray:
    picture = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
    picture.thumbnail((520, 520))
    return np.asarray(picture)


def listed(grocery: Path, part: str) -> list[Path]:
    return [grocery / line.split(", ")[0] for line in open(grocery / f"{part}.txt") if line.strip()]


def settle(net: Inception, pictures: list[np.ndarray]) -> None:
    for layer in net.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.reset_running_stats()
            layer.momentum = None
    net.train()
    with torch.no_grad():
        for at in range(0, len(pictures), 24):
            net(torch.from_numpy(np.stack(pictures[at : at + 24])).permute(0, 3, 1, 2).float() / 255)
    net.eval()


def session(file: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])


def chance_places(rng, count: int) -> list:
    """Returns for every picture the whole and two random windows: row, column, size in twelfths."""
    rows = []
    for _ in range(count):
        sizes = [(int(n), int(rng.integers(0, 13 - n)), int(rng.integers(0, 13 - n))) for n in (rng.integers(7, 11) for _ in range(2))]
        rows.append([WHOLE, *((y, x, n) for n, y, x in sizes)])
    return rows


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("grocery", type=Path)
    ask.add_argument("start", type=Path, help="the folders inception, objectron and centernet (README.md)")
    ask.add_argument("cache", type=Path)
    ask.add_argument("--views", type=int, default=3, help="views of a training photo, the plain one included")
    ask.add_argument("--drawn", type=int, default=260, help="rendered pictures of nothing")
    ask.add_argument("--barcodes", type=Path, help="a folder of photos of bars; they join the rendered pictures of nothing")
    a = ask.parse_args()
    a.cache.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    train, val = listed(a.grocery, "train"), listed(a.grocery, "val")

    if not (a.cache / "trunks.onnx").exists():
        net = inception(a.start / "inception")
        rng = np.random.default_rng(1)
        settle(net, [plain(photo(train[i])) for i in rng.choice(len(train), 144, replace=False)])
        torch.save(net.state_dict(), a.cache / "inception.pt")
        torch.onnx.export(
            Trunks(net, a.start), (torch.rand(1, 3, 224, 224),), a.cache / "trunks.onnx", dynamo=False, opset_version=17, input_names=["x"]
        )
    trunks = session(a.cache / "trunks.onnx")

    sets = ["ean13-1", "ean13-3", "ean8-1", "upca-1", "upca-5", "upce-1"] if a.barcodes else []
    bars = sorted(f for s in sets for f in (a.barcodes / s).iterdir() if f.suffix.lower() in (".png", ".jpg", ".jpeg"))
    drawn = [lambda i=i: nothing.picture(np.random.default_rng(7000 + i)) for i in range(a.drawn)]
    parts = {
        "train": [lambda f=f: photo(f) for f in train],
        "val": [lambda f=f: photo(f) for f in val],
        "nothing": drawn + [lambda f=f: photo(f) for f in bars],
    }
    for part, view in [("val", 0), ("nothing", 0), ("nothing", 1), *(("train", v) for v in range(a.views))]:
        file = a.cache / f"known_{part}_{view}.npy"
        if file.exists():
            continue
        began, makers = time.time(), parts[part]
        places = chance_places(np.random.default_rng(8000 + view), len(makers)) if part == "train" else None
        places = places or [PLACES if part == "val" else [WHOLE]] * len(makers)
        known = np.zeros((len(makers), len(places[0]), MAPS + COLOURS), np.float32)
        for at, make in enumerate(makers):
            seen = varied(make(), np.random.default_rng(view * 100003 + at)) if view else plain(make())
            maps = trunks.run(None, {"x": seen.transpose(2, 0, 1)[None].astype(np.float32) / 255})
            means = [cover(one.shape[2], places[at]) @ one[0].reshape(one.shape[1], -1).T for one in maps]
            small = made_small(seen)
            known[at] = np.concatenate([*map(root, means), np.stack([colours(window(small, *place)) for place in places[at]])], 1)
        np.save(file, known)
        print(f"{part}, view {view}: {len(makers)} pictures, {time.time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
