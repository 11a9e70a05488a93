/** Seeded random draws, the same on every machine (sfc32). */
export interface Draws {
  /** Uniform in [0, 1). */
  unit: () => number
  between: (low: number, high: number) => number
  /** Integer, both ends included. */
  whole: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <T>(from: readonly [T, ...T[]]) => T
  normal: () => number
  /** `median` times e to a normal of deviation `sigma`. */
  lognormal: (median: number, sigma: number) => number
  /** Mean 1. */
  gamma: (shape: number) => number
  poisson: (mean: number) => number
}

export function seeded(seed: number): Draws {
  let a = 0x9e3779b9 ^ seed
  let b = 0x243f6a88 ^ (seed >>> 7)
  let c = 0xb7e15162 + seed
  let counter = 1
  const unit = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4294967296
  }
  for (let i = 0; i < 15; i++) unit()
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())
  const gamma = (shape: number): number => {
    if (shape < 1) return (gamma(shape + 1) * (shape + 1) * (1 - unit()) ** (1 / shape)) / shape
    // Marsaglia and Tsang 2000
    const d = shape - 1 / 3
    for (;;) {
      const x = normal()
      const v = (1 + x / Math.sqrt(9 * d)) ** 3
      if (v > 0 && Math.log(1 - unit()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / shape
    }
  }
  const poisson = (mean: number) => {
    let count = 0
    for (let left = Math.exp(-Math.min(mean, 700)), product = unit(); product > left; product *= unit()) count++
    return count
  }
  return {
    unit,
    between: (low, high) => low + (high - low) * unit(),
    whole: (low, high) => low + Math.floor((high - low + 1) * unit()),
    chance: (probability) => unit() < probability,
    pick: (from) => from[Math.floor(unit() * from.length)] ?? from[0],
    normal,
    lognormal: (median, sigma) => median * Math.exp(sigma * normal()),
    gamma,
    poisson,
  }
}
