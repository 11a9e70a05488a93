"""Teaches the head: one layer, by logistic regression, on whole pictures and windows of them. Judged and calibrated on the validation part."""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from cached import kinds_of_foods, labels_of, views_of
from views import WINDOWS, colours, window


def means(maps, small, places):
    """Of every picture and place (row, column, size): what the network's maps say on average, its root, and the colours there."""
    known = np.zeros((len(maps), 768 + 130), np.float32)
    for i, (y, x, size) in enumerate(places):
        known[i, :768] = np.sqrt(np.maximum(np.asarray(maps[i, :, y : y + size, x : x + size], np.float32).mean((1, 2)), 0))
        known[i, 768:] = colours(window(small[i], y, x, size))
    return known


def chance_places(rng, count):
    sizes = rng.integers(7, 11, count)
    return [(int(rng.integers(0, 13 - n)), int(rng.integers(0, 13 - n)), int(n)) for n in sizes]


def targets(labels, kinds, within=0.04, anywhere=0.04):
    """Mostly the food, a little of it for the foods of its kind and for everything."""
    same = (kinds[labels][:, None] == kinds[None]).float()
    return (1 - within - anywhere) * F.one_hot(labels, len(kinds)).float() + within * same / same.sum(1, keepdim=True) + anywhere / len(kinds)


def fit(x, wanted, counts, decay, rounds=60):
    weight, bias = torch.zeros(x.shape[1], wanted.shape[1], requires_grad=True), torch.zeros(wanted.shape[1], requires_grad=True)
    optimiser = torch.optim.LBFGS([weight, bias], max_iter=rounds, history_size=8)

    def loss():
        optimiser.zero_grad()
        wrong = -(wanted * F.log_softmax(x @ weight + bias, 1)).sum(1)
        total = (wrong * counts).sum() / counts.sum() + decay * (weight**2).sum()
        total.backward()
        return total

    optimiser.step(loss)
    return weight.detach(), bias.detach()


def mixed(known, weight, bias):
    """Scores of the shipped network from what is known of the whole (first) and its windows: (1 + windows, n, 898)."""
    shares = torch.softmax(known @ weight + bias, 2)
    return (shares[0] * 0.5 + shares[1:].mean(0) * 0.5).clamp_min(1e-9).log()


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("grocery", type=Path)
    ask.add_argument("cache", type=Path)
    ask.add_argument("--decay", type=float, default=1e-3)
    ask.add_argument("--seed", type=int, default=8)
    a = ask.parse_args()
    torch.manual_seed(a.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(a.seed)
    _, _, kinds = kinds_of_foods(a.grocery)
    kinds = torch.tensor(kinds)
    labels = {part: labels_of(a.grocery, part) for part in ("train", "val")}
    whole = (0, 0, 12)

    known, foods, counts = [], [], []
    for part, usual in (("train", (1.0, 0.4)), ("nothing", (1.5, 1.5))):
        for view, (maps, small) in enumerate(views_of(a.cache, part)):
            food = labels[part] if part == "train" else np.full(len(maps), len(kinds) - 1)
            rounds = [([whole] * len(maps), usual[min(view, 1)])]
            if part == "train":
                rounds += [(chance_places(rng, len(maps)), 0.2) for _ in range(2)]
            for places, count in rounds:
                known.append(means(maps, small, places))
                foods.append(food)
                counts.append(np.full(len(maps), count, np.float32))
            print(f"{part}, view {view}", flush=True)
    middle, spread = known[0].mean(0), known[0].std(0)
    spread = np.concatenate([v + 0.1 * v.mean() for v in (spread[:768], spread[768:])])
    maps, small = views_of(a.cache, "val")[0]
    seen = [means(maps, small, [place] * len(maps)) for place in (whole, *((y, x, 8) for y, x in WINDOWS))]
    x, seen = torch.from_numpy((np.concatenate(known) - middle) / spread), torch.from_numpy((np.stack(seen) - middle) / spread)
    foods, counts = torch.from_numpy(np.concatenate(foods)), torch.from_numpy(np.concatenate(counts))
    frequency = np.bincount(labels["train"], minlength=len(kinds) - 1)
    counts *= torch.tensor([*np.sqrt(frequency.mean() / frequency), 1.0], dtype=torch.float32)[foods]

    weight, bias = fit(x, targets(foods, kinds), counts, a.decay)
    scores, wanted = mixed(seen, weight, bias), torch.from_numpy(labels["val"])
    to_kinds = F.one_hot(kinds).float()
    fine = (scores.argmax(1) == wanted).float().mean()
    coarse = ((F.softmax(scores, 1) @ to_kinds).argmax(1) == kinds[wanted]).float().mean()
    print(f"validation: fine {fine:.1%}, coarse {coarse:.1%}")
    np.savez(a.cache / "head.npz", middle=middle, spread=spread, weight=weight.numpy(), bias=bias.numpy(), scores=scores.numpy())


if __name__ == "__main__":
    main()
