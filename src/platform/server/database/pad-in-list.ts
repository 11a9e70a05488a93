/**
 * Returns the distinct values for an `in (…)`, repeating the last one up to a power of two. Keeps the number of different statements small
 * enough to prepare each.
 */
export function padInList<T>(values: Iterable<T>): T[] {
  const list = [...new Set(values)]
  const last = list.at(-1)
  if (last === undefined) return list
  const length = 2 ** Math.ceil(Math.log2(list.length))
  return [...list, ...Array.from({ length: length - list.length }, () => last)]
}
