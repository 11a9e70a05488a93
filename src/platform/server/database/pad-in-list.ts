/**
 * Different values for an `in (…)`, the last one again until their number is a power of two: lists of all lengths make few texts then, and
 * each can be prepared.
 */
export function padInList<T>(values: Iterable<T>): T[] {
  const list = [...new Set(values)]
  const last = list.at(-1)
  if (last === undefined) return list
  const length = 2 ** Math.ceil(Math.log2(list.length))
  return [...list, ...Array.from({ length: length - list.length }, () => last)]
}
