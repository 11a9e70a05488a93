import { localTable } from '#platform/shared/local-tables.ts'
import type { Ingredient } from '../contract/index.ts'

/** The ingredients that browsers keep a copy of. */
export const ingredientTable = localTable<Ingredient>('ingredients')
