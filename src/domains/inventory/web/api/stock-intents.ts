import { deriveLocally } from '#platform/web/api/local-source.ts'
import type { NewLot } from '../../contract.ts'
import { lotById } from '../../rules/local-lots.ts'
import type { AmountToTake } from '../../rules/stock.ts'
import { type LotTake, lotTakes, type TakeOptions } from './compute-lot-takes.ts'
import { createUseIntent } from './create-use-intent.ts'
import { lotToAdd } from './lot-to-add.ts'
import { type LotsIntent, oppositeOf, takeAllIntent } from './pending-lot-actions.ts'

/** What a change of several lots does on screen, and what undoing it does. */
export interface StockIntents {
  readonly intent: LotsIntent
  readonly opposite: LotsIntent
}

/** Returns what taking these amounts does. Nothing without a copy of the household. */
export const createTakeIntents = (household: string | null, amounts: readonly AmountToTake[], options: TakeOptions = {}): StockIntents =>
  stockIntents(deriveLocally(household, (tables, context) => lotTakes(tables, context, amounts, options)) ?? [])

/** Returns what using an amount of one lot does. Nothing without a copy of the household. */
export const createLotUseIntents = (household: string | null, lotId: string, quantity: number): StockIntents =>
  stockIntents(
    deriveLocally(household, (tables, context) => {
      const lot = lotById(tables, lotId, context)
      if (!lot) return []
      const intent = createUseIntent(lot, quantity)
      return [{ intent, opposite: oppositeOf(intent, lot) }]
    }) ?? [],
  )

/** Returns what adding a lot does. */
export const createAddIntents = (household: string, lot: NewLot & { id: string }): StockIntents =>
  stockIntents([{ intent: lotToAdd(lot, household).intent, opposite: takeAllIntent(lot) }])

const stockIntents = (parts: readonly LotTake[]): StockIntents => ({
  intent: { lots: parts.map(({ intent }) => intent) },
  opposite: { lots: parts.map(({ opposite }) => opposite) },
})
