import { t } from '@lingui/core/macro'
import { getIngredient, type Ingredient, listIngredients, type OwnUnit } from '#domains/ingredients/contract/index.ts'
import type { NewLot } from '#domains/inventory/contract.ts'
import { type AddedLot, type AddToList, loadStockActions, type UndoableUse } from '#domains/inventory/web/index.ts'
import type { Unit } from '#platform/shared/units.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { timeoutSignal } from '#platform/web/sync/send-operation.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import type { ScanResult } from '../../contract.ts'
import { lookUp, readScannedText } from '../api.ts'

export const scanModes = ['add', 'use', 'list'] as const
export type Mode = (typeof scanModes)[number]

/** Status of a scanned code. */
export type ScanStatus =
  | { is: 'looking' }
  /** Unknown code. `guess`: its name in a catalog; `ingredient`: the household's own of that name. */
  | { is: 'unnamed'; guess: string; ingredient: Ingredient | undefined; saving: boolean; trouble: string | null }
  | {
      is: 'done'
      name: string
      quantity: number
      unit: Unit
      ownUnit?: OwnUnit | null
      undoing: boolean
      household: string | null
      seq: number | null
      lotIds: string[]
    }
  /** Queued while offline; sent when the server is reachable. */
  | { is: 'waiting'; name: string; quantity: number; unit: Unit; ownUnit?: OwnUnit | null; undo(): Promise<void> }
  /** Unknown while offline; looked up again when online, even after the page was closed. */
  | { is: 'unreached' }
  | { is: 'undone'; name: string }
  /** Handed to the shopping list, which reports it and offers Undo. */
  | { is: 'listed'; name: string }
  | { is: 'failed'; sentence: string }

interface ScannedItem {
  name: string
  quantity: number
  unit: Unit
  ownUnit?: OwnUnit | null
}
type ReportStatus = (state: ScanStatus) => void
const isNetworkFailure = (error: unknown) =>
  (error instanceof ApiError && error.status === 0) || (error instanceof DOMException && error.name === 'TimeoutError')
/** The household's ingredients as last loaded on this device. */
const householdIngredients = () => cache.getQueryData<Ingredient[]>(endpointQuery(listIngredients, {}).queryKey) ?? []

/** Looks a code up, offline among the cached ingredients. Returns null if only the server could tell. */
async function lookUpWithCache(code: string): Promise<{ result: ScanResult | null; ingredient: Ingredient | undefined } | null> {
  const cached = householdIngredients().find(({ barcodes }) => barcodes.some((known) => known.code === code))
  if (cached && currentSyncSession()?.connectivity.offlineSince()) return { result: null, ingredient: cached }
  try {
    const result = await lookUp(code, timeoutSignal())
    const ingredient = result.ingredient && (await cache.fetchQuery(endpointQuery(getIngredient, { params: { id: result.ingredient.id } })))
    return { result, ingredient: ingredient ?? undefined }
  } catch (error) {
    if (!isNetworkFailure(error)) throw error
    return cached ? { result: null, ingredient: cached } : null
  }
}

/** A scanned product's code and the text that was read. */
export interface ScannedCode {
  code: string
  text: string
}

/** Adds or uses a package and reports its status. */
export async function addOrUse(mode: Mode, { code, text }: ScannedCode, ingredient: Ingredient, report: ReportStatus): Promise<void> {
  const { consumeOrQueue, submitLot, usualAmount } = await loadStockActions()
  const usual = usualAmount(ingredient.defaultUnit, ingredient, code)
  const amount: Omit<ScannedItem, 'name'> = readScannedText(text)?.amount ?? usual
  const { quantity, unit, ownUnit = null } = amount
  const item = { name: ingredient.name, quantity, unit, ownUnit }
  if (mode === 'use') return reportUse(await consumeOrQueue(ingredient, quantity, unit), item, report)
  const lot = {
    ingredientId: ingredient.id,
    quantity,
    unit,
    barcode: code,
    ...(ownUnit && { ownUnit: ownUnit.name }),
    ...lotFieldsOf(text),
  }
  return reportAdded(await submitLot(lot), item, report)
}

/** Returns the date and price that a code says. */
export function lotFieldsOf(text: string): Pick<NewLot, 'expirationDate' | 'dateKind' | 'purchasePrice'> {
  const { expirationDate = null, dateKind = null, price = null } = readScannedText(text) ?? {}
  return { ...(expirationDate && { expirationDate, dateKind }), ...(price !== null && { purchasePrice: price }) }
}

/** Reports an added package, and once more when a queued one was sent, undone or refused. */
export const reportAdded = (added: AddedLot, item: ScannedItem, report: ReportStatus) => reportUse(toUse(added), item, report)

async function reportUse(one: UndoableUse, item: ScannedItem, report: ReportStatus): Promise<void> {
  const done = ({ household, seq, lotIds }: UndoableUse): ScanStatus => ({ is: 'done', ...item, undoing: false, household, seq, lotIds })
  if (!one.queued) return report(done(one))
  report({ is: 'waiting', ...item, undo: one.queued.withdraw })
  try {
    const late = await one.queued.outcome
    report(late ? done(late) : { is: 'undone', name: item.name })
  } catch (error) {
    report({ is: 'failed', sentence: errorMessage(error, t`Couldn’t add this item`) })
  }
}
const toUse = ({ household, seq, lot, queued }: AddedLot): UndoableUse => ({
  household,
  seq,
  lotIds: [lot.id],
  ...(queued ? { queued: { ...queued, outcome: queued.outcome.then((late) => late && toUse(late)) } } : {}),
})

export interface CodeHandlers {
  onFound: (result: ScanResult) => void
  addToList: AddToList | null
}

/** Looks a code up and acts on it, reporting its status. Throws `ApiError`. */
export async function runScanAction(
  mode: Mode,
  scanned: ScannedCode,
  { onFound, addToList }: CodeHandlers,
  report: ReportStatus,
): Promise<void> {
  const known = await lookUpWithCache(scanned.code)
  if (!known) return report({ is: 'unreached' })
  const { result, ingredient } = known
  if (ingredient && mode === 'list') {
    addToList?.(ingredient)
    return report({ is: 'listed', name: ingredient.name })
  }
  if (ingredient && (mode === 'use' || !result?.needsConfirmation)) {
    await addOrUse(mode, scanned, ingredient, report)
    if (result) onFound(result)
    return
  }
  if (mode === 'use') return report({ is: 'failed', sentence: t`We don’t recognize this barcode yet, so nothing was used.` })
  if (mode === 'list') return report({ is: 'failed', sentence: t`We don’t recognize this barcode yet, so nothing was added to the list.` })
  const guess = ingredient?.name ?? result?.alternatives[0]?.name ?? ''
  report({ is: 'unnamed', guess, ingredient, saving: false, trouble: null })
}
