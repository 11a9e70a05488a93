import { t } from '@lingui/core/macro'
import { getIngredient, type Ingredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { normaliseBarcode } from '#domains/ingredients/rules/barcode.ts'
import { type Added, type IngredientUse, stockActs } from '#domains/inventory/web/index.ts'
import type { Unit } from '#platform/shared/units.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { timeoutFactor } from '#platform/web/sync/transport.ts'
import type { ScanResult } from '../../contract/index.ts'
import { lookUp } from '../api.ts'

export type Mode = 'add' | 'use'

/** What became of a code that was scanned. */
export type Progress =
  | { is: 'looking' }
  /** Nobody here named it yet; `guess`: what a catalogue calls it, and the household's own food of that name. */
  | { is: 'unnamed'; guess: string; ingredient: Ingredient | undefined; saving: boolean; trouble: string | null }
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
const householdIngredients = () => cache.getQueryData<Ingredient[]>(endpointQuery(listIngredients, {}).queryKey) ?? []

/** What a code means and the food it means; from what this device knows where nobody answers. Null: only the server could say. */
async function lookUpOrRecall(code: string): Promise<{ result: ScanResult | null; ingredient: Ingredient | undefined } | null> {
  const digits = normaliseBarcode(code)?.code ?? code
  const recalled = householdIngredients().find(({ barcodes }) => barcodes.some((known) => known.code === digits))
  if (recalled && currentSyncSession()?.connectivity.offlineSince()) return { result: null, ingredient: recalled }
  try {
    const result = await lookUp(code, timeoutFactor())
    const ingredient = result.ingredient && (await cache.fetchQuery(endpointQuery(getIngredient, { params: { id: result.ingredient.id } })))
    return { result, ingredient: ingredient ?? undefined }
  } catch (error) {
    if (!isNetworkFailure(error)) throw error
    return recalled ? { result: null, ingredient: recalled } : null
  }
}

/** Puts a pack in or takes it out, and tells how it goes. */
export async function carryOut(mode: Mode, code: string, ingredient: Ingredient, become: Become): Promise<void> {
  const { addLotOrQueue, deductOrQueue, usualAmount } = await stockActs()
  const { quantity: amount, unit } = usualAmount(ingredient.defaultUnit, ingredient, code)
  const quantity = Number(amount)
  const about = { name: ingredient.name, quantity, unit }
  const done = ({ household, seq, lotIds }: IngredientUse): Progress => ({ is: 'done', ...about, undoing: false, household, seq, lotIds })
  const one =
    mode === 'use' ? await deductOrQueue(ingredient, quantity, unit) : await addLotOrQueue(ingredient, { quantity, unit, barcode: code })
  if (!('waits' in one)) return become(done(taken(one)))
  become({ is: 'waiting', ...about, takeBack: one.withdraw })
  try {
    const late = await one.outcome
    become(late ? done(taken(late)) : { is: 'undone', name: ingredient.name })
  } catch (error) {
    become({ is: 'failed', sentence: errorMessage(error, t`Couldn’t add this item`) })
  }
}
const taken = (one: Added | IngredientUse): IngredientUse =>
  'lot' in one ? { household: one.household, seq: one.seq, lotIds: [one.lot.id] } : one

/** Acts on a code at once, and tells how it goes. Throws `ApiError`. */
export async function begin(mode: Mode, code: string, onFound: (result: ScanResult) => void, become: Become): Promise<void> {
  const known = await lookUpOrRecall(code)
  if (!known) return become({ is: 'unreached' })
  const { result, ingredient } = known
  if (ingredient && (mode === 'use' || !result?.needsConfirmation)) {
    await carryOut(mode, result?.barcode ?? code, ingredient, become)
    if (result) onFound(result)
    return
  }
  if (mode === 'use') return become({ is: 'failed', sentence: t`We don’t recognize this barcode yet, so nothing was used.` })
  const guess = ingredient?.name ?? result?.alternatives[0]?.name ?? ''
  become({ is: 'unnamed', guess, ingredient, saving: false, trouble: null })
}
