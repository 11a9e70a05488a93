import { localTable } from '#platform/shared/local-tables.ts'
import type { Eater, FoodContents, MealEaters } from '../contract.ts'

/** What the people on this device's copy can't eat, and what the household says that its ingredients contain. */
export const eaterTable = localTable<Eater>('eaters')
export const foodContentsTable = localTable<FoodContents>('foodContents')
/** Who eats which meal, where it isn't all members. */
export const mealEatersTable = localTable<MealEaters>('mealEaters')
