import { plural, t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { listNames } from '#platform/shared/list-names.ts'
import { callWithHeaders, errorMessage, urlOf } from '#platform/web/api/call.ts'
import { invalidateIn } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { offerUndo } from '#platform/web/sync/offer-undo.ts'
import { writeOrSend } from '#platform/web/sync/write-or-queue.ts'
import { deletedMeanwhile } from '#platform/web/ui/deleted-meanwhile.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { type BulkEdit, bulkEditLots, getLot, type Lot, listLots } from '../../contract.ts'
import { placeAfterMove } from '../../rules/locations.ts'
import { applyLotIntent, type LotEdit, type LotIntent, oppositeOf } from './pending-lot-actions.ts'
import { refreshCounts, showLotChange } from './stock-cache.ts'

function intentOf(lot: Lot, edit: BulkEdit): LotIntent {
  if (edit.do === 'discard') return { do: 'take', lotId: lot.id, quantity: lot.quantity }
  const to = fieldsOf(lot, edit)
  const from = Object.fromEntries(Object.keys(to).map((field) => [field, lot[field as keyof LotEdit]]))
  return { do: edit.do === 'move' ? 'move' : 'edit', lotId: lot.id, to, from }
}

function fieldsOf(lot: Lot, edit: Exclude<BulkEdit, { do: 'discard' }>): LotEdit {
  if (edit.do === 'move') return placeAfterMove(lot, edit)
  if (edit.do === 'share') return { isShared: edit.isShared }
  const dateKind = edit.expirationDate === null ? null : (edit.dateKind ?? lot.dateKind)
  return { expirationDate: edit.expirationDate, dateKind }
}

function messageOf(count: number, edit: BulkEdit): string {
  if (edit.do === 'move') return plural(count, { one: 'Moved # item', other: 'Moved # items' })
  if (edit.do === 'date') return plural(count, { one: 'Changed the date of # item', other: 'Changed the date of # items' })
  if (edit.do === 'discard') return plural(count, { one: 'Discarded # item', other: 'Discarded # items' })
  return edit.isShared
    ? plural(count, { one: 'Shared # item', other: 'Shared # items' })
    : plural(count, { one: 'Stopped sharing # item', other: 'Stopped sharing # items' })
}

/** Does one thing to many lots in one request: shows it at once and offers one Undo; while offline, queues it on this device. */
export async function editLots(lots: readonly Lot[], edit: BulkEdit): Promise<void> {
  const { household } = currentSession()
  const intents = lots.map((lot) => ({ lot, intent: intentOf(lot, edit) }))
  const opposite = { lots: intents.map(({ lot, intent }) => oppositeOf(intent, lot)) }
  for (const { lot, intent } of intents) {
    const next = applyLotIntent(lot, intent)
    showLotChange(household, next.quantity > 0 ? { type: 'UPDATE', data: next } : { type: 'DELETE', data: lot })
  }
  const body = { ids: lots.map(({ id }) => id), edit }
  const write = {
    household: household ?? '',
    kind: 'inventory',
    words: messageOf(lots.length, edit),
    intent: { lots: intents.map(({ intent }) => intent) },
    request: { method: 'POST', address: urlOf(bulkEditLots, {}), body },
  } as const
  const onChange = () => {
    void invalidateIn(household, listLots, getLot)
    refreshCounts(household)
  }
  try {
    const written = await writeOrSend(write, () => callWithHeaders(bulkEditLots, { body, household }))
    if (written.state === 'queued')
      void written.ended.then((ending) => {
        if (ending.state === 'sent') for (const words of skippedOf(ending.reply, lots)) toast.fail(words)
        onChange()
      })
    else onChange()
    // One message, since the next would cover the Undo of this one.
    const message = [write.words, ...(written.state === 'sent' ? skippedOf(written.reply, lots) : [])].join('. ')
    offerUndo(write, written, message, { by: undoChange, opposite, onChange })
  } catch (error) {
    for (const lot of lots) showLotChange(household, { type: 'INSERT', data: lot })
    onChange()
    toast.fail(errorMessage(error, t`Couldn’t change these items`))
  }
}

/** Says which lots were left out. Only the tab that sent the request has a reply. */
function skippedOf(reply: unknown, lots: readonly Lot[]): string[] {
  const skipped = (reply as ReplyOf<typeof bulkEditLots> | undefined)?.skipped ?? []
  const deletedCount = skipped.filter(({ code }) => code === 'not_found').length
  const ended = new Set(skipped.filter(({ code }) => code !== 'not_found').map(({ id }) => id))
  const names = new Set(lots.filter(({ id }) => ended.has(id)).map(({ ingredient }) => ingredient.name))
  return [
    ...(ended.size > 0 ? [t`Left out, because none is left: ${listNames([...names])}`] : []),
    ...(deletedCount > 0 ? [deletedMeanwhile(deletedCount)] : []),
  ]
}
