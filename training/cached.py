"""Reads the output of cache.py for every view, and the lists of photos and classes."""

import csv
from pathlib import Path

import numpy as np


def kinds_of_foods(grocery: Path) -> tuple[list[str], list[str], list[int]]:
    """Returns the names of foods and kinds, each ending with "nothing", and each food's kind."""
    with open(grocery / "classes.csv") as file:
        rows = list(csv.reader(file))[1:]
    foods = [row[0] for row in rows]
    kind_of = [int(row[3]) for row in rows]
    kinds = [next(row[2] for row in rows if int(row[3]) == kind) for kind in range(max(kind_of) + 1)]
    return foods, kinds, [*kind_of, len(kinds)]


def labels_of(grocery: Path, part: str) -> np.ndarray:
    return np.array([int(line.split(", ")[1]) for line in open(grocery / f"{part}.txt") if line.strip()])


def views_of(cache: Path, part: str) -> list[np.ndarray]:
    """Returns the features of every picture at every window, (n, windows, MAPS + COLOURS), for every view, the plain one first."""
    views = []
    while (file := cache / f"known_{part}_{len(views)}.npy").exists():
        views.append(np.load(file))
    return views
