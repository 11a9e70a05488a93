import type { NewLot } from '#domains/inventory/contract.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { Leftovers } from '../contract/stock.ts'
import { leftoverDays } from './servings.ts'

/** How the ingredient of leftovers begins; a dish follows. */
export const leftoverPrefix = 'Leftover '

/** Returns the dish that an ingredient is leftovers of; null if it isn't leftovers. */
export const leftoverDish = (ingredientName: string): string | null =>
  ingredientName.startsWith(leftoverPrefix) ? ingredientName.slice(leftoverPrefix.length) : null

/** Returns the lot that the leftovers of a cooked recipe become. */
export function leftoverLot(
  recipeName: string,
  { id, portions, storage = 'FRIDGE', expirationDate }: Leftovers,
  today: CalendarDate,
): NewLot {
  return {
    ...(id === undefined ? {} : { id }),
    ingredient: { name: `${leftoverPrefix}${recipeName}`.slice(0, 120), category: 'Deli' },
    quantity: portions,
    unit: 'each',
    storage,
    expirationDate: expirationDate === undefined ? addDays(today, leftoverDays[storage]) : expirationDate,
    ...(expirationDate === null ? {} : { dateKind: 'estimate' as const }),
  }
}
