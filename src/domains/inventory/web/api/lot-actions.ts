import { t } from '@lingui/core/macro'
import { locationText } from '#domains/ingredients/web/index.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { editChain } from '#platform/web/api/concurrent-edits.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { buildIfMatch } from '#platform/web/sync/versioned-reply-handler.ts'
import type { ToastAction } from '#platform/web/ui/toast.tsx'
import {
  changeLot,
  correctLot,
  type DiscardReason,
  discardLot,
  type Lot,
  moveLot,
  openLot,
  removeLot,
  splitLot,
  useLot,
} from '../../contract.ts'
import { placeAfterMove } from '../../rules/locations.ts'
import { formatLotAmountOf } from '../../rules/lot-amount.ts'
import type { AddToList } from '../lot-sheet/add-to-list.ts'
import { withEdit } from '../lot-sheet/lot-form.ts'
import { createUseIntent } from './create-use-intent.ts'
import { openedPlace } from './opened-place.ts'
import { applyLotIntent, changedLots, type LotEdit, type PendingLotAction } from './pending-lot-actions.ts'
import { runLotAction } from './run-lot-action.ts'

const reduced = (lot: Lot, quantity: number): Lot | null => {
  const milli = toMilli(lot.quantity) - toMilli(quantity)
  return milli > 0 ? { ...lot, quantity: fromMilli(milli) } : null
}
const remaining = (lot: Lot): Lot | null => (lot.quantity > 0 ? lot : null)
const on = (lot: Lot) => ({ id: lot.id })
const followUpOf = ({ ingredient }: Lot, addToList: AddToList | null): ToastAction | undefined =>
  addToList ? { label: t`Add to list`, onClick: () => addToList(ingredient) } : undefined

/** Uses some or all of a lot. Offers to put it on the shopping list once it is used up. */
export const consume = (lot: Lot, quantity: number, addToList: AddToList | null = null) => {
  const intent = createUseIntent(lot, quantity)
  const used = applyLotIntent(lot, intent)
  const place = used.isOpened === lot.isOpened ? null : openedPlace(lot)
  const amount = formatLotAmountOf(lot, quantity)
  const message = place ? t`Used ${amount}. Moved to ${locationText(place)}` : t`Used ${amount}`
  return runLotAction({
    lot,
    next: remaining({ ...used, ...place }),
    message: quantity >= lot.quantity ? t`Used up ${lot.ingredient.name}` : message,
    failureMessage: t`Couldn’t use ${lot.ingredient.name}`,
    followUp: quantity >= lot.quantity ? followUpOf(lot, addToList) : undefined,
    send: (household) => callWithHeaders(useLot, { params: on(lot), body: { quantity }, household }),
    pending: {
      words: t`Use ${formatLotAmountOf(lot, quantity)}`,
      intent,
      request: { method: 'POST', address: urlOf(useLot, { params: on(lot) }), body: { quantity } },
    },
  })
}

/** Marks a lot as opened. It moves if its ingredient says so, which the message says. */
export const open = (lot: Lot) => {
  const place = openedPlace(lot)
  const { name } = lot.ingredient
  return runLotAction({
    lot,
    next: { ...lot, isOpened: true, ...place },
    message: place ? t`Opened ${name}. Moved to ${locationText(place)}` : t`Opened ${name}`,
    failureMessage: t`Couldn’t open ${name}`,
    send: (household) => callWithHeaders(openLot, { params: on(lot), household }),
    pending: {
      words: t`Open ${name}`,
      intent: { do: 'open', lotId: lot.id },
      request: { method: 'POST', address: urlOf(openLot, { params: on(lot) }), body: {} },
    },
  })
}

const placeOf = ({ location, storage }: Pick<Lot, 'location' | 'storage'>) => ({ location, storage })

export function move(lot: Lot, to: BodyOf<typeof moveLot>) {
  const next: Lot = { ...lot, ...placeAfterMove(lot, to) }
  return runLotAction({
    lot,
    next,
    message: t`Moved ${lot.ingredient.name}`,
    failureMessage: t`Couldn’t move ${lot.ingredient.name}`,
    send: (household) => callWithHeaders(moveLot, { params: on(lot), body: to, household }),
    pending: {
      words: t`Move ${lot.ingredient.name}`,
      intent: { do: 'move', lotId: lot.id, to: placeOf(next), from: placeOf(lot) },
      request: { method: 'POST', address: urlOf(moveLot, { params: on(lot) }), body: to },
    },
  })
}

/** Splits part of a lot off as a new lot. */
export function split(lot: Lot, quantity: number) {
  const body = { quantity, id: newId() }
  return runLotAction({
    lot,
    next: reduced(lot, quantity),
    adds: true,
    message: t`Split ${lot.ingredient.name}`,
    failureMessage: t`Couldn’t split ${lot.ingredient.name}`,
    send: (household) => callWithHeaders(splitLot, { params: on(lot), body, household }),
    pending: {
      words: t`Split ${lot.ingredient.name}`,
      intent: { do: 'split', lotId: lot.id, partId: body.id, quantity },
      request: { method: 'POST', address: urlOf(splitLot, { params: on(lot) }), body },
    },
  })
}

const unlessOthersChanged = (lot: Lot, when: 'always' | 'fresh' | 'late') =>
  buildIfMatch(currentSession().household, changedLots, lot, when)

const pendingCorrection = (lot: Lot, quantity: number, when: 'late' | 'always' = 'late'): PendingLotAction => ({
  words: t`Correct ${lot.ingredient.name}`,
  intent: { do: 'edit', lotId: lot.id, to: { quantity }, from: { quantity: lot.quantity } },
  request: {
    method: 'POST',
    address: urlOf(correctLot, { params: on(lot) }),
    body: { quantity },
    // A count that waited must not undo what others used meanwhile.
    ...unlessOthersChanged(lot, when),
  },
})

/** Corrects the quantity to the actual amount. The same amount confirms it. With `ifUnchanged`, it is an answer about the lot as shown. */
export const correct = (lot: Lot, quantity: number, { ifUnchanged = false } = {}) =>
  runLotAction({
    lot,
    next: quantity > 0 ? { ...lot, quantity } : null,
    message: quantity === lot.quantity ? t`Confirmed ${lot.ingredient.name}` : t`Corrected ${lot.ingredient.name}`,
    failureMessage: t`Couldn’t correct ${lot.ingredient.name}`,
    send: (household) =>
      callWithHeaders(correctLot, { params: on(lot), body: { quantity }, household, ...(ifUnchanged && { ifMatch: lot.version }) }),
    pending: pendingCorrection(lot, quantity, ifUnchanged ? 'always' : 'late'),
  })

/** Does what `correct` does without a toast: the shelf check shows the result in its row. */
export const correctQuietly = (lot: Lot, quantity: number) =>
  runLotAction({
    lot,
    next: { ...lot, quantity },
    message: null,
    failureMessage: t`Couldn’t check ${lot.ingredient.name}`,
    send: (household) => callWithHeaders(correctLot, { params: on(lot), body: { quantity }, household }),
    pending: pendingCorrection(lot, quantity),
  })

/** Discards some of a lot, or all of it without a quantity. */
export const discard = (lot: Lot, how: { quantity?: number; reason: DiscardReason; notes?: string }, addToList: AddToList | null = null) =>
  runLotAction({
    lot,
    next: reduced(lot, how.quantity ?? lot.quantity),
    message: t`Discarded ${lot.ingredient.name}`,
    failureMessage: t`Couldn’t discard ${lot.ingredient.name}`,
    followUp: (how.quantity ?? lot.quantity) >= lot.quantity ? followUpOf(lot, addToList) : undefined,
    send: (household) => callWithHeaders(discardLot, { params: on(lot), body: how, household }),
    pending: {
      words: t`Discard ${lot.ingredient.name}`,
      intent: { do: 'take', lotId: lot.id, quantity: how.quantity ?? lot.quantity },
      request: { method: 'POST', address: urlOf(discardLot, { params: on(lot) }), body: how },
    },
  })

/** Deletes a lot entered by mistake, without counting it as waste. */
export const deleteLot = (lot: Lot) =>
  runLotAction({
    lot,
    next: null,
    message: t`Deleted ${lot.ingredient.name}`,
    failureMessage: t`Couldn’t delete ${lot.ingredient.name}`,
    send: async (household) => ({ headers: (await callWithHeaders(removeLot, { params: on(lot), household })).headers, reply: undefined }),
    pending: {
      words: t`Delete ${lot.ingredient.name}`,
      intent: { do: 'take', lotId: lot.id, quantity: lot.quantity },
      request: { method: 'DELETE', address: urlOf(removeLot, { params: on(lot) }) },
    },
  })

const edits = editChain<Lot>()

/**
 * Sends the changed fields against the version the form was opened on, or on top of this device's previous edit of it. If it waits, fields
 * replace what others entered meanwhile, but a new amount or unit is refused if someone else changed the lot.
 */
export const edit = (lot: Lot, change: LotEdit) => {
  const chain = edits(`${currentSession().household} ${lot.id}`, lot)
  const to = change.location === undefined && change.storage === undefined ? change : { ...change, ...placeAfterMove(lot, change) }
  const names = Object.keys(to) as (keyof LotEdit)[]
  const isAmount = change.quantity !== undefined || change.unit !== undefined
  return runLotAction({
    lot,
    next: withEdit(lot, change),
    message: t`Saved ${lot.ingredient.name}`,
    failureMessage: null,
    chain,
    send: (household) => chain.send((ifMatch) => callWithHeaders(changeLot, { params: on(lot), body: change, ifMatch, household })),
    pending: {
      words: t`Edit ${lot.ingredient.name}`,
      intent: { do: 'edit', lotId: lot.id, to, from: Object.fromEntries(names.map((name) => [name, lot[name]])) },
      request: {
        method: 'PATCH',
        address: urlOf(changeLot, { params: on(lot) }),
        body: change,
        ...unlessOthersChanged(lot, isAmount ? 'always' : 'fresh'),
      },
    },
  })
}
