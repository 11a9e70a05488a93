/**
 * Calls `load` at the first call and returns its value from then on, whatever the arguments. If it throws or its promise rejects, the next
 * call loads again.
 */
export function once<Args extends readonly unknown[], T>(load: (...args: Args) => T): (...args: Args) => T {
  let loaded: { value: T } | undefined
  return (...args) => {
    if (loaded) return loaded.value
    const value = load(...args)
    loaded = { value }
    if (value instanceof Promise)
      value.catch(() => {
        loaded = undefined
      })
    return value
  }
}
