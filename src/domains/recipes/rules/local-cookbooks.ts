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

/** Returns the ids after recipes were put in or taken out. */
export const changedRecipeIds = (before: readonly string[], recipeIds: readonly string[], isIn: boolean): string[] =>
  isIn ? [...new Set([...before, ...recipeIds])] : before.filter((id) => !recipeIds.includes(id))
