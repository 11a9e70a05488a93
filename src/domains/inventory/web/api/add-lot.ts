import { t } from '@lingui/core/macro'
import { getIngredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { provisionalId } from '#domains/ingredients/rules/provisional-id.ts'
import { call, callWithHeaders, readChangeSeq, urlOf } from '#platform/web/api/call.ts'
import { type SubmitOnce, submitAlways } from '#platform/web/api/idempotent-submit.ts'
import { peekLocally } from '#platform/web/api/local-source.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { invalidateIn } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { queuedMessage } from '#platform/web/sync/offer-undo.ts'
import { writeOrQueue } from '#platform/web/sync/write-or-queue.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { addLot, getLot, type Lot, type NewLot } from '../../contract.ts'
import { lotToAdd } from './lot-to-add.ts'
import { takeAllIntent } from './pending-lot-actions.ts'
import { type QueuedResult, queuedResult } from './queued-result.ts'
import { undoChanges } from './run-lot-action.ts'
import { refreshCounts, showLotChange } from './stock-cache.ts'

/** An added lot, and the `seq` of the change for Undo. */
export interface AddedLot {
  household: string | null
  lot: Lot
  seq: number | null
  /** Set if it waits on this device; then `lot` is what this device expects. */
  queued?: QueuedResult<AddedLot>
}

/** Adds an item to a household, by default the active one, and shows it; while offline, queues it on this device. Throws `ApiError`. */
export async function submitLot(lot: NewLot, sendAs: SubmitOnce = submitAlways, { household } = currentSession()): Promise<AddedLot> {
  const queued = household ? await queueLot(lot, household) : null
  if (queued) return queued
  // Before the outbox is open.
  const { reply, headers } = await sendAs({ household, lot }, ({ id, idempotencyKey }) =>
    callWithHeaders(addLot, { body: { id, ...lot }, household, idempotencyKey }),
  )
  const added = { household, lot: reply, seq: readChangeSeq(headers) }
  showAdded(added)
  return added
}

/** Returns null without an outbox. */
async function queueLot(input: NewLot, household: string): Promise<AddedLot | null> {
  const id = input.id ?? newId()
  const { lot, name, intent } = lotToAdd({ ...input, id }, household)
  const request = { method: 'POST', address: urlOf(addLot, {}), body: lot } as const
  const write = { household, kind: 'inventory', words: t`Add ${name}`, intent, request }
  const written = await writeOrQueue(write)
  if (written === null) return null
  const arrived = async (seq: number | null, reply: unknown): Promise<AddedLot> => {
    const added = { household, lot: (reply as Lot | undefined) ?? (await call(getLot, { params: { id }, household })), seq }
    showAdded(added)
    return added
  }
  if (written.state === 'sent') return arrived(written.seq, written.reply)
  const shown = peekLocally({ endpoint: getLot, args: { params: { id } }, household }) ?? expectedLot(id, lot, name)
  return { household, lot: shown, seq: null, queued: queuedResult(written, write, arrived, takeAllIntent(shown)) }
}

/** Returns the lot to report without a copy of the household. */
function expectedLot(id: string, lot: NewLot, name: string): Lot {
  const at = new Date().toISOString()
  return {
    id,
    ingredient: {
      id: lot.ingredientId ?? provisionalId(name),
      name,
      category: lot.ingredient?.category ?? 'Other',
      parLevel: null,
      ownUnits: [],
    },
    quantity: lot.quantity,
    unit: lot.unit,
    ownUnit: lot.ownUnit ?? null,
    location: lot.location ?? '',
    storage: lot.storage ?? 'PANTRY',
    isOpened: lot.isOpened ?? false,
    isShared: lot.isShared ?? false,
    expirationDate: lot.expirationDate ?? null,
    dateKind: lot.dateKind ?? null,
    effectiveExpiration: lot.expirationDate ?? null,
    expirationReason: null,
    purchasePrice: lot.purchasePrice ?? null,
    barcode: lot.barcode ?? null,
    note: lot.note ?? '',
    storeId: lot.storeId ?? null,
    reserved: 0,
    openedOn: null,
    confirmedAt: null,
    state: 'active',
    createdAt: at,
    updatedAt: at,
    user: { firstName: '', lastName: '' },
    version: 1,
  }
}

/** Shows an added lot in its household's cached lists. */
export function showAdded({ household, lot }: AddedLot): void {
  showLotChange(household, { type: 'INSERT', data: lot })
  refreshCounts(household)
  // A new name creates an ingredient, and a new barcode changes it.
  void invalidateIn(household, listIngredients, getIngredient)
}

/** Shows a toast for the added items, with Undo for all of them. */
export function offerAddUndo(added: readonly AddedLot[], onUndone: () => void = () => {}): void {
  const [first] = added
  if (!first) return
  const message = added.length === 1 ? t`Added ${first.lot.ingredient.name}` : t`Added ${added.length} items`
  const waiting = added.flatMap(({ queued }) => queued ?? [])
  const sent = added.flatMap(({ lot, seq }) => (seq === null ? [] : { seq, lotIds: [lot.id], opposite: takeAllIntent(lot) }))
  const undo = async () => {
    await Promise.all(waiting.map(({ withdraw }) => withdraw()))
    if (sent.length === 0 || (await undoChanges(first.household, message, sent))) onUndone()
  }
  if (waiting.length === 0 && sent.length === 0) toast.done(message)
  else toast.undo(waiting.length > 0 ? queuedMessage(message) : message, () => void undo())
}
