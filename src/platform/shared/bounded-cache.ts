/** A map that drops its entries when their total size would exceed a maximum. */
export interface BoundedCache<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
}

/** `sizeOf` is called once for each `set`; without it, each value counts 1. */
export function boundedCache<K, V>(maxSize: number, sizeOf: (value: V) => number = () => 1): BoundedCache<K, V> {
  const entries = new Map<K, { value: V; size: number }>()
  let total = 0
  return {
    get: (key) => entries.get(key)?.value,
    set(key, value) {
      const size = sizeOf(value)
      total += size - (entries.get(key)?.size ?? 0)
      if (total > maxSize) {
        entries.clear()
        total = size
      }
      entries.set(key, { value, size })
    },
  }
}
