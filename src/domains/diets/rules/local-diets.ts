import { localTable } from '#platform/shared/local-tables.ts'
import type { Eater, FoodContents } from '../contract.ts'

/** What the people on this device's copy can't eat, and what the household says that its ingredients contain. */
export const eaterTable = localTable<Eater>('eaters')
export const foodContentsTable = localTable<FoodContents>('foodContents')
