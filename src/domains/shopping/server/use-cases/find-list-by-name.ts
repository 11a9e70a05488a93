import { nameKey } from '#platform/shared/name-key.ts'
import { invalid } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import type { NamedList } from '../../contract/lists.ts'

/** Returns the id of a list by name. Throws `unknown_list`, naming the lists there are. */
export function findListByName(name: string, lists: readonly NamedList[]): string {
  const open = lists.filter(({ isArchived }) => !isArchived)
  const found = open.find((list) => nameKey(list.name) === nameKey(name))
  if (!found) throw invalid('unknown_list', say`There is no list ${name}. The lists: ${open.map((list) => list.name).join(', ')}`)
  return found.id
}
