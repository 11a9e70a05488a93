import { say } from './say.ts'

/** Names that a sentence lists; the others are counted. */
export const maxListed = 8

/** Lists names for a sentence: `Milk, Kefir and 12 more`. */
export function listNames(names: readonly string[]): string {
  const more = names.length - maxListed
  const listed = names.slice(0, maxListed).join(', ')
  return more <= 1 ? names.join(', ') : say`${listed} and ${more} more`
}
