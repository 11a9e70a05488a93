import type { RecipeDraft } from '../contract/recipe.ts'

type Times = Pick<RecipeDraft, 'prepTime' | 'cookTime'> & Partial<Pick<RecipeDraft, 'totalTime'>>

/** Returns how many minutes a recipe takes with resting and waiting; 0 if unknown. Copies of an earlier release have no total time. */
export const totalMinutes = ({ prepTime, cookTime, totalTime = 0 }: Times): number => Math.max(totalTime, prepTime + cookTime)

/** Returns whether a recipe's total time is known and within a limit. */
export const fitsInto = (minutes: number, maxMinutes: number | undefined): boolean =>
  maxMinutes === undefined || (minutes > 0 && minutes <= maxMinutes)
