import { nameKey } from '#platform/shared/name-key.ts'
import { invalid } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import type { Cookbook } from '../../contract/index.ts'

/** Returns the id of the cookbook with this name. Throws `unknown_cookbook`, which names the others. */
export function findCookbookByName(name: string, cookbooks: readonly Cookbook[]): string {
  const found = cookbooks.find((cookbook) => nameKey(cookbook.name) === nameKey(name))
  if (found) return found.id
  const names = cookbooks.map((cookbook) => cookbook.name).join(', ')
  throw invalid(
    'unknown_cookbook',
    names === '' ? say`There are no cookbooks yet.` : say`There is no cookbook ${name}. The cookbooks: ${names}`,
  )
}
