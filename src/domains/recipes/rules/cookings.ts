import { compareText } from '#platform/shared/local-tables.ts'
import type { Cooking } from '../contract/cooking.ts'

/** Orders the times that a recipe was made, newest first. */
export const newestFirst = (a: Cooking, b: Cooking): number =>
  compareText(b.date, a.date) || compareText(b.createdAt, a.createdAt) || compareText(b.id, a.id)

/** How often a recipe was made, and when last. */
export interface CookingCount {
  times: number
  lastOn: string
}

/** Returns the fields of a card. */
export const toCardFields = (count: CookingCount | undefined): { timesCooked: number; lastCookedOn: string | null } => ({
  timesCooked: count?.times ?? 0,
  lastCookedOn: count?.lastOn ?? null,
})
