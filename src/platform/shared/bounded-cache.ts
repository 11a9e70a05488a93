/** A map that drops its entries when their total size would exceed a maximum. */
export interface BoundedCache<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  getOrCreate(key: K, create: (key: K) => V): V
}

/** `sizeOf` is called once for each `set`; without it, each value counts 1. */
export function boundedCache<K, V>(maxSize: number, sizeOf: (value: V) => number = () => 1): BoundedCache<K, V> {
  const entries = new Map<K, { value: V; size: number }>()
  let total = 0
  const set = (key: K, value: V) => {
    const size = sizeOf(value)
    total += size - (entries.get(key)?.size ?? 0)
    if (total > maxSize) {
      entries.clear()
      total = size
    }
    entries.set(key, { value, size })
  }
  return {
    get: (key) => entries.get(key)?.value,
    set,
    getOrCreate(key, create) {
      const found = entries.get(key)
      if (found) return found.value
      const value = create(key)
      set(key, value)
      return value
    },
  }
}
