/** Closed forms and approximations of distribution functions, all deterministic. Sources stand in docs/forecast.md. */

/** P(Z ≤ x) of a standard normal; error under 1e-7 (Abramowitz and Stegun 26.2.17). */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const density = 0.3989422804014327 * Math.exp((-x * x) / 2)
  const tail = density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x > 0 ? 1 - tail : tail
}

/** ln Γ(x) for x > 0 by Stirling's series. */
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

/** ln Γ(x + n) − ln Γ(x); cheap for the small whole n of a few uses. */
export function logRising(x: number, n: number): number {
  if (n > 12 || n !== Math.floor(n)) return logGamma(x + n) - logGamma(x)
  let product = 1
  for (let i = 0; i < n; i++) product *= x + i
  return Math.log(product)
}

const risings = new Map<number, number[]>()

/** ln Γ(x + n) − ln Γ(x) for n = 0 … at least `most`, kept for the few x there are. */
export function risingsOf(x: number, max: number): readonly number[] {
  const known = risings.get(x) ?? [0]
  if (known.length === 1) {
    if (risings.size >= 50) risings.clear()
    risings.set(x, known)
  }
  for (let n = known.length; n <= max; n++) known.push((known[n - 1] ?? 0) + Math.log(x + n - 1))
  return known
}

/** P(X ≤ x) of a gamma variable with mean 1 and the given shape (Wilson and Hilferty 1931). */
export function gammaCdf(x: number, shape: number): number {
  if (x <= 0) return 0
  const s = 1 / (9 * shape)
  return normalCdf((Math.cbrt(x) - 1 + s) / Math.sqrt(s))
}

/** P(X ≤ x) of the ratio of two gamma variables with mean 1 and shapes `upper` and `lower` (Paulson 1942). */
export function gammaRatioCdf(x: number, upper: number, lower: number): number {
  if (x <= 0) return 0
  const c = Math.cbrt(x)
  const u = 1 / (9 * upper)
  const v = 1 / (9 * lower)
  return normalCdf(((1 - v) * c - (1 - u)) / Math.sqrt(v * c * c + u))
}

/** How many numbers of an ascending list lie below x. */
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

/** The middle one of the numbers, the upper of two; `otherwise` where there are none. */
export function middleOf(numbers: number[], otherwise: number): number {
  const sorted = numbers.sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? otherwise
}
