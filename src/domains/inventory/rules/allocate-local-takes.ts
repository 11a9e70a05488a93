import { ingredientTable, kindsOf } from '#domains/ingredients/rules/local-ingredients.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { LocalTables } from '#platform/shared/local-tables.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { lotsWithKinds, reservationTable } from './local-lots.ts'
import { type AllocationLot, type AmountToTake, allocateInOrder } from './stock.ts'

interface TakeOptions {
  /** Takes unexpired lots only, as of this day. */
  unexpiredOn?: CalendarDate
  /** Thousandths of each lot that are used last; by default what is reserved. */
  reserved?: ReadonlyMap<string, number> | undefined
  /** Takes lots of an ingredient's kinds, too. */
  withKinds?: boolean | undefined
}

/** Returns the thousandths to take from each lot, by its id, as the server would: of what is short, as much as there is. */
export function allocateLocalTakes(
  tables: LocalTables,
  amounts: readonly AmountToTake[],
  { unexpiredOn = '', reserved, withKinds = false }: TakeOptions = {},
): Map<string, number> {
  const taken = new Map<string, number>()
  const wanted = [...Map.groupBy(amounts, (amount) => amount.ingredientId)].map(([ingredientId, ofIngredient]) => {
    const kinds = withKinds ? kindsOf(tables, ingredientId) : []
    return { ingredientId, ofIngredient, kinds }
  })
  // Amounts of a kind come before amounts of its parent, which any kind will do for.
  for (const { ingredientId, ofIngredient, kinds } of wanted.toSorted((a, b) => Math.sign(a.kinds.length) - Math.sign(b.kinds.length))) {
    const lots = lotsWithKinds(tables, ingredientId, kinds).flatMap(({ lot, ...ofKind }): AllocationLot[] => {
      const { id, unit, quantity, effectiveExpiration: expiresOn, createdAt } = lot
      if (expiresOn !== null && expiresOn < unexpiredOn) return []
      const reservedMilli = reserved ? (reserved.get(id) ?? 0) : reservedMilliOf(tables, id)
      return [{ id, unit, milli: toMilli(quantity) - (taken.get(id) ?? 0), expiresOn, createdAt, reservedMilli, ...ofKind }]
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
