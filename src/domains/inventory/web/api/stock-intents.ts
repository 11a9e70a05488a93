import { deriveLocally } from '#platform/web/api/local-source.ts'
import type { NewLot } from '../../contract.ts'
import type { AmountToTake } from '../../rules/stock.ts'
import { type LotTake, lotTakes, type TakeOptions } from './compute-lot-takes.ts'
import { lotToAdd } from './lot-to-add.ts'
import { type LotsIntent, takeAllIntent } from './pending-lot-actions.ts'

/** What a change of several lots does on screen, and what undoing it does. */
export interface StockIntents {
  readonly intent: LotsIntent
  readonly opposite: LotsIntent
}

/** Returns what taking these amounts does. Nothing without a copy of the household. */
export const createTakeIntents = (household: string | null, amounts: readonly AmountToTake[], options: TakeOptions = {}): StockIntents =>
  stockIntents(deriveLocally(household, (tables, context) => lotTakes(tables, context, amounts, options)) ?? [])

/** Returns what adding a lot does. */
export const createAddIntents = (household: string, lot: NewLot & { id: string }): StockIntents =>
  stockIntents([{ intent: lotToAdd(lot, household).intent, opposite: takeAllIntent(lot) }])

const stockIntents = (parts: readonly LotTake[]): StockIntents => ({
  intent: { lots: parts.map(({ intent }) => intent) },
  opposite: { lots: parts.map(({ opposite }) => opposite) },
})
