/** Reproducible random numbers. */
export interface Random {
  /** In [0, 1). */
  share(): number
  below(max: number): number
  pick<T>(from: readonly T[]): T | undefined
  uuid(): string
}

/** Mulberry32, which is small and random enough for tests. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (max: number) => Math.floor(share() * max)
  const hex = (digits: number) =>
    below(16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return {
    share,
    below,
    pick: (from) => from[below(from.length)],
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`,
  }
}
