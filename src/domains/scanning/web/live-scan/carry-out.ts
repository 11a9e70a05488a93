import { t } from '@lingui/core/macro'
import { getIngredient, type Ingredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { normaliseBarcode } from '#domains/ingredients/rules/barcode.ts'
import { type Added, stockActs, type Taken } from '#domains/inventory/web/index.ts'
import type { Unit } from '#platform/shared/units.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { timeoutSignal } from '#platform/web/sync/transport.ts'
import type { ScanResult } from '../../contract/index.ts'
import { lookUp } from '../api.ts'

export type Mode = 'add' | 'use'

/** What became of a code that was scanned. */
export type Progress =
  | { is: 'looking' }
  /** Nobody here named it yet; `guess`: what a catalogue calls it, and the household's own food of that name. */
  | { is: 'unnamed'; guess: string; food: Ingredient | undefined; saving: boolean; trouble: string | null }
  | {
      is: 'done'
      name: string
      quantity: number
      unit: Unit
      undoing: boolean
      household: string | null
      seq: number | null
      lotIds: string[]
    }
  /** A known food, without a network: it goes in or out when the server answers again. */
  | { is: 'waiting'; name: string; quantity: number; unit: Unit; takeBack(): Promise<void> }
  /** Without a network nobody can say what this code is: asked again when there is one, also after the page was left. */
  | { is: 'unreached' }
  | { is: 'undone'; name: string }
  | { is: 'failed'; sentence: string }

type Become = (state: Progress) => void
const isNetworkFailure = (error: unknown) =>
  (error instanceof ApiError && error.status === 0) || (error instanceof DOMException && error.name === 'TimeoutError')
/** The household's foods as this device heard of them last. */
const foodsHere = () => cache.getQueryData<Ingredient[]>(endpointQuery(listIngredients, {}).queryKey) ?? []

/** What a code means and the food it means; from what this device knows where nobody answers. Null: only the server could say. */
async function lookUpOrRecall(code: string): Promise<{ result: ScanResult | null; food: Ingredient | undefined } | null> {
  const digits = normaliseBarcode(code)?.code ?? code
  const recalled = foodsHere().find(({ barcodes }) => barcodes.some((known) => known.code === digits))
  if (recalled && currentSyncSession()?.connectivity.offlineSince()) return { result: null, food: recalled }
  try {
    const result = await lookUp(code, timeoutSignal())
    const food = result.ingredient && (await cache.fetchQuery(endpointQuery(getIngredient, { params: { id: result.ingredient.id } })))
    return { result, food: food ?? undefined }
  } catch (error) {
    if (!isNetworkFailure(error)) throw error
    return recalled ? { result: null, food: recalled } : null
  }
}

/** Puts a pack in or takes it out, and tells how it goes. */
export async function carryOut(mode: Mode, code: string, food: Ingredient, become: Become): Promise<void> {
  const { putInOrKeep, takeFoodOrKeep, usualAmount } = await stockActs()
  const { quantity: amount, unit } = usualAmount(food.defaultUnit, food, code)
  const quantity = Number(amount)
  const about = { name: food.name, quantity, unit }
  const done = ({ household, seq, lotIds }: Taken): Progress => ({ is: 'done', ...about, undoing: false, household, seq, lotIds })
  const one = mode === 'use' ? await takeFoodOrKeep(food, quantity, unit) : await putInOrKeep(food, { quantity, unit, barcode: code })
  if (!('waits' in one)) return become(done(taken(one)))
  become({ is: 'waiting', ...about, takeBack: one.withdraw })
  try {
    const late = await one.outcome
    become(late ? done(taken(late)) : { is: 'undone', name: food.name })
  } catch (error) {
    become({ is: 'failed', sentence: errorMessage(error, t`Couldn’t add this item`) })
  }
}
const taken = (one: Added | Taken): Taken => ('lot' in one ? { household: one.household, seq: one.seq, lotIds: [one.lot.id] } : one)

/** Acts on a code at once, and tells how it goes. Throws `ApiError`. */
export async function begin(mode: Mode, code: string, onFound: (result: ScanResult) => void, become: Become): Promise<void> {
  const known = await lookUpOrRecall(code)
  if (!known) return become({ is: 'unreached' })
  const { result, food } = known
  if (food && (mode === 'use' || !result?.needsConfirmation)) {
    await carryOut(mode, result?.barcode ?? code, food, become)
    if (result) onFound(result)
    return
  }
  if (mode === 'use') return become({ is: 'failed', sentence: t`We don’t recognize this barcode yet, so nothing was used.` })
  const guess = food?.name ?? result?.alternatives[0]?.name ?? ''
  become({ is: 'unnamed', guess, food, saving: false, trouble: null })
}
