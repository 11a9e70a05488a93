export interface Coalescer<K, V> {
  add(key: K, value: V): void
  /** Cancels pending calls. */
  close(): void
}

interface DebounceOptions<V> {
  delayMs: number
  /** Calls the listener at the first value too. Then `delayMs` is the minimum time between two calls. */
  isImmediate?: boolean
  /** Combines a key's pending value with a newer one. The newer one replaces it by default. */
  merge?: (pending: V, newer: V) => V
}

/** Calls `listener` once per key for all values of `delayMs`, which begins with the key's first value. */
export function coalesceByKey<K, V>(
  { delayMs, isImmediate = false, merge = (_pending, newer) => newer }: DebounceOptions<V>,
  listener: (key: K, value: V) => void,
): Coalescer<K, V> {
  const windows = new Map<K, { pending: { value: V } | null; timer: NodeJS.Timeout }>()

  function add(key: K, value: V): void {
    const open = windows.get(key)
    if (open) {
      open.pending = { value: open.pending ? merge(open.pending.value, value) : value }
      return
    }
    const end = () => {
      windows.delete(key)
      if (!window.pending) return
      if (isImmediate) add(key, window.pending.value)
      else listener(key, window.pending.value)
    }
    const window = { pending: isImmediate ? null : { value }, timer: setTimeout(end, delayMs).unref() }
    windows.set(key, window)
    if (isImmediate) listener(key, value)
  }

  return {
    add,
    close() {
      for (const { timer } of windows.values()) clearTimeout(timer)
      windows.clear()
    },
  }
}
