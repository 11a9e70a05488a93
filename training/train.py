"""Trains the head: one layer, by logistic regression, on whole pictures and windows. Evaluated and calibrated on the validation part."""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from cached import kinds_of_foods, labels_of, views_of
from network import LAYERS


def targets(labels, kinds, within=0.04, anywhere=0.04):
    """Returns smoothed labels: mostly the food, a little for the foods of its kind and for all classes."""
    same = (kinds[labels][:, None] == kinds[None]).float()
    return (1 - within - anywhere) * F.one_hot(labels, len(kinds)).float() + within * same / same.sum(1, keepdim=True) + anywhere / len(kinds)


def fit(x, wanted, counts, decay, rounds=50):
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
    """Returns the scores of the shipped network from the features of the whole picture (first) and its windows: (1 + windows, n, …)."""
    shares = torch.softmax(known @ weight + bias, 2)
    return (shares[0] * 0.5 + shares[1:].mean(0) * 0.5).clamp_min(1e-9).log()


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("grocery", type=Path)
    ask.add_argument("cache", type=Path)
    ask.add_argument("--decay", type=float, default=1e-3)
    ask.add_argument("--nothing", type=float, default=1.5, help="what the class of nothing is given on top: a kitchen has more of it than the photos")
    a = ask.parse_args()
    torch.set_num_threads(1)
    _, _, kinds = kinds_of_foods(a.grocery)
    kinds = torch.tensor(kinds)
    labels = {part: labels_of(a.grocery, part) for part in ("train", "val")}

    known, foods, counts = [], [], []
    for part, usual in (("train", (1.0, 0.4)), ("nothing", (1.5, 1.5))):
        for view, seen in enumerate(views_of(a.cache, part)):
            food = labels[part] if part == "train" else np.full(len(seen), len(kinds) - 1)
            for place in range(seen.shape[1]):
                known.append(seen[:, place])
                foods.append(food)
                counts.append(np.full(len(seen), 0.2 if place else usual[min(view, 1)], np.float32))
    middle, spread = known[0].mean(0), known[0].std(0)
    # limits the scale of features that hardly vary; separately for each layer and the colors
    spread = np.concatenate([v + 0.1 * v.mean() for v in np.split(spread, np.cumsum(LAYERS))])
    seen = views_of(a.cache, "val")[0].swapaxes(0, 1)
    x, seen = torch.from_numpy((np.concatenate(known) - middle) / spread), torch.from_numpy((seen - middle) / spread)
    foods, counts = torch.from_numpy(np.concatenate(foods)), torch.from_numpy(np.concatenate(counts))
    frequency = np.bincount(labels["train"], minlength=len(kinds) - 1)
    counts *= torch.tensor([*np.sqrt(frequency.mean() / frequency), 1.0], dtype=torch.float32)[foods]

    weight, bias = fit(x, targets(foods, kinds), counts, a.decay)
    bias[-1] += a.nothing
    scores, wanted = mixed(seen, weight, bias), torch.from_numpy(labels["val"])
    to_kinds = F.one_hot(kinds).float()
    fine = (scores.argmax(1) == wanted).float().mean()
    coarse = ((F.softmax(scores, 1) @ to_kinds).argmax(1) == kinds[wanted]).float().mean()
    print(f"validation: fine {fine:.1%}, coarse {coarse:.1%}")
    np.savez(a.cache / "head.npz", middle=middle, spread=spread, weight=weight.numpy(), bias=bias.numpy(), scores=scores.numpy())


if __name__ == "__main__":
    main()
