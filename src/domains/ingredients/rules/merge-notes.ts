import { maxNote } from '#domains/ingredients/contract/index.ts'

const separator = '; '

/** Joins the notes of two rows that become one. Returns null if they are too long together. */
export function mergeNotes(first: string, second: string): string | null {
  if (second === '' || first.split(separator).includes(second)) return first
  const both = first === '' ? second : `${first}${separator}${second}`
  return both.length > maxNote ? null : both
}
