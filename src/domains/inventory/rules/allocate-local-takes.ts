import { ingredientTable } from '#domains/ingredients/rules/ingredient-table.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { LocalTables } from '#platform/shared/local-tables.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { lotTable, reservationTable } from './local-lots.ts'
import { type AllocationLot, type AmountToTake, allocateInOrder } from './stock.ts'

interface TakeOptions {
  /** Takes unexpired lots only, as of this day. */
  unexpiredOn?: CalendarDate
  /** Thousandths of each lot that are used last; by default what is reserved. */
  reserved?: ReadonlyMap<string, number> | undefined
}

/** Returns the thousandths to take from each lot, by its id, as the server would: of what is short, as much as there is. */
export function allocateLocalTakes(
  tables: LocalTables,
  amounts: readonly AmountToTake[],
  { unexpiredOn = '', reserved }: TakeOptions = {},
): Map<string, number> {
  const taken = new Map<string, number>()
  for (const [ingredientId, ofIngredient] of Map.groupBy(amounts, (amount) => amount.ingredientId)) {
    const lots = [...(tables.grouped(lotTable, 'ingredientId').get(ingredientId)?.values() ?? [])].flatMap((lot): AllocationLot[] => {
      const { id, unit, quantity, effectiveExpiration: expiresOn, createdAt } = lot
      if (expiresOn !== null && expiresOn < unexpiredOn) return []
      const reservedMilli = reserved ? (reserved.get(id) ?? 0) : reservedMilliOf(tables, id)
      return [{ id, unit, milli: toMilli(quantity), expiresOn, createdAt, reservedMilli }]
    })
    for (const { takes } of allocateInOrder(lots, ofIngredient, tables.get(ingredientTable, ingredientId)?.conversions ?? []))
      for (const { id, milli } of takes) taken.set(id, (taken.get(id) ?? 0) + milli)
  }
  return taken
}

function reservedMilliOf(tables: LocalTables, lotId: string): number {
  let milli = 0
  for (const { quantity } of tables.grouped(reservationTable, 'lotId').get(lotId)?.values() ?? []) milli += toMilli(quantity)
  return milli
}

/** Returns the ids of the reservations for a planned meal. */
export const reservationsOf = (tables: LocalTables, planEntryId: string): string[] =>
  tables.rows(reservationTable).flatMap(({ id, kind, refId }) => (kind === 'plan' && refId === planEntryId ? [id] : []))
