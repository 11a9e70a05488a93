/** Returns P(Z ≤ x) of a standard normal with an error below 1e-7 (Abramowitz and Stegun 26.2.17). */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const density = 0.3989422804014327 * Math.exp((-x * x) / 2)
  const tail = density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x > 0 ? 1 - tail : tail
}

/** Returns ln Γ(x) for x > 0 by Stirling's series. */
export function logGamma(x: number): number {
  let shift = 1
  let y = x
  while (y < 7) {
    shift *= y
    y++
  }
  const z = 1 / (y * y)
  return (y - 0.5) * Math.log(y) - y + 0.9189385332046727 + (1 / 12 - z * (1 / 360 - z / 1260)) / y - Math.log(shift)
}

/** Returns ln Γ(x + n) − ln Γ(x), with a fast path for small integers n. */
export function logRisingFactorial(x: number, n: number): number {
  if (n > 12 || n !== Math.floor(n)) return logGamma(x + n) - logGamma(x)
  let product = 1
  for (let i = 0; i < n; i++) product *= x + i
  return Math.log(product)
}

const risings = new Map<number, number[]>()

/** Returns ln Γ(x + n) − ln Γ(x) for n = 0 … at least `max`, cached by x. */
export function logRisingFactorials(x: number, max: number): readonly number[] {
  const known = risings.get(x) ?? [0]
  if (known.length === 1) {
    if (risings.size >= 50) risings.clear()
    risings.set(x, known)
  }
  for (let n = known.length; n <= max; n++) known.push((known[n - 1] ?? 0) + Math.log(x + n - 1))
  return known
}

/** Returns P(X ≤ x) of a gamma variable with mean 1 and this shape (Wilson and Hilferty 1931). */
export function unitMeanGammaCdf(x: number, shape: number): number {
  if (x <= 0) return 0
  const s = 1 / (9 * shape)
  return normalCdf((Math.cbrt(x) - 1 + s) / Math.sqrt(s))
}

/** Returns P(X ≤ x) of the ratio of two gamma variables with mean 1 and shapes `upper` and `lower` (Paulson 1942). */
export function gammaRatioCdf(x: number, upper: number, lower: number): number {
  if (x <= 0) return 0
  const c = Math.cbrt(x)
  const u = 1 / (9 * upper)
  const v = 1 / (9 * lower)
  return normalCdf(((1 - v) * c - (1 - u)) / Math.sqrt(v * c * c + u))
}

/** Counts the numbers below x in an ascending list. */
export function countBelow(ascending: ArrayLike<number>, x: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < x) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the (upper) median, or `fallback` for an empty list. Sorts the list in place. */
export function median(numbers: number[], fallback: number): number {
  const sorted = numbers.sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? fallback
}
