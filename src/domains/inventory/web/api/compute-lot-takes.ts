import type { LocalContext, LocalTables } from '#platform/shared/local-tables.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { allocateLocalTakes } from '../../rules/allocate-local-takes.ts'
import { lotById } from '../../rules/local-lots.ts'
import type { AmountToTake } from '../../rules/stock.ts'
import { createUseIntent } from './create-use-intent.ts'
import { type LotIntent, oppositeOf } from './pending-lot-actions.ts'

export interface TakeOptions {
  readonly withExpired?: boolean
  /** Thousandths of each lot that are used last; by default what is reserved. */
  readonly reserved?: ReadonlyMap<string, number> | undefined
  /** Takes lots of an ingredient's kinds, too. */
  readonly withKinds?: boolean
}

export interface LotTake {
  readonly intent: LotIntent
  readonly opposite: LotIntent
}

/** Returns what using these amounts does to each lot, soonest to expire first, and what undoing it does. */
export function lotTakes(
  tables: LocalTables,
  context: LocalContext,
  amounts: readonly AmountToTake[],
  { withExpired = false, reserved, withKinds = false }: TakeOptions,
): LotTake[] {
  const options = { reserved, withKinds, ...(withExpired ? {} : { unexpiredOn: context.today }) }
  return [...allocateLocalTakes(tables, amounts, options)].flatMap(([lotId, milli]) => {
    const lot = lotById(tables, lotId, context)
    if (!lot) return []
    const intent = createUseIntent(lot, fromMilli(milli))
    return [{ intent, opposite: oppositeOf(intent, lot) }]
  })
}
