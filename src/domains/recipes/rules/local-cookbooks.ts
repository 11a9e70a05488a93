import { compareText, type LocalTables, localTable } from '#platform/shared/local-tables.ts'
import type { Cookbook } from '../contract/cookbooks.ts'
import { recipeTable } from './local-recipes.ts'

/** The cookbooks on this device, also with recipes that were removed. */
export const cookbookTable = localTable<Cookbook>('cookbooks')

export const compareCookbooks = (a: Cookbook, b: Cookbook): number => a.position - b.position || compareText(a.id, b.id)

/** Returns the cookbooks as the API does, without removed recipes. */
export const localCookbooks = (tables: LocalTables): Cookbook[] =>
  [...tables.rows(cookbookTable)].sort(compareCookbooks).map((cookbook) => ({
    ...cookbook,
    recipeIds: cookbook.recipeIds.filter((id) => tables.get(recipeTable, id)),
  }))

/**
 * Returns the ids after recipes were put in or taken out. Those put in come last, or where they are in `order`, next to the nearest one of it
 * that is in.
 */
export function changedRecipeIds(
  before: readonly string[],
  recipeIds: readonly string[],
  isIn: boolean,
  order: readonly string[] = [],
): string[] {
  if (!isIn) {
    const removed = new Set(recipeIds)
    return before.filter((id) => !removed.has(id))
  }
  const after = [...before]
  const inOrder = [...recipeIds].sort((a, b) => order.indexOf(a) - order.indexOf(b))
  for (const id of new Set(inOrder)) {
    if (after.includes(id)) continue
    after.splice(placeOf(id, after, order), 0, id)
  }
  return after
}

function placeOf(id: string, ids: readonly string[], order: readonly string[]): number {
  const place = order.indexOf(id)
  if (place === -1) return ids.length
  const previous = order.slice(0, place).findLast((other) => ids.includes(other))
  if (previous !== undefined) return ids.indexOf(previous) + 1
  const next = order.slice(place).find((other) => ids.includes(other))
  return next === undefined ? ids.length : ids.indexOf(next)
}
