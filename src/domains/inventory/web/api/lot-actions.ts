import { t } from '@lingui/core/macro'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity.ts'
import { amountWords } from '#platform/shared/unit-display.ts'
import { addressOf, callWithHeaders } from '#platform/web/api/call.ts'
import { editChain } from '#platform/web/api/edit-chain.ts'
import { currentSession } from '#platform/web/session/session.ts'
import {
  changeLot,
  correctLot,
  type DiscardReason,
  discardLot,
  type Lot,
  type LotChange,
  moveLot,
  openLot,
  removeLot,
  splitLot,
  useLot,
} from '../../contract.ts'
import { runLotAction } from './run-lot-action.ts'

const less = (lot: Lot, quantity: number): Lot | null => {
  const milli = toMilli(lot.quantity) - toMilli(quantity)
  return milli > 0 ? { ...lot, quantity: fromMilli(milli) } : null
}
const on = (lot: Lot) => ({ id: lot.id })

/** Takes some or all of a lot for a meal. */
export const take = (lot: Lot, quantity: number) =>
  runLotAction({
    lot,
    next: less(lot, quantity),
    said: quantity >= lot.quantity ? t`Used up ${lot.ingredient.name}` : t`Used ${amountWords(quantity, lot.unit)} ${lot.ingredient.name}`,
    failed: t`Couldn’t use ${lot.ingredient.name}`,
    send: (household) => callWithHeaders(useLot, { params: on(lot), body: { quantity }, household }),
    unsent: {
      words: t`Use ${amountWords(quantity, lot.unit)} ${lot.ingredient.name}`,
      intent: { do: 'take', lotId: lot.id, quantity },
      request: { method: 'POST', address: addressOf(useLot, { params: on(lot) }), body: { quantity } },
    },
  })

export const open = (lot: Lot) =>
  runLotAction({
    lot,
    next: { ...lot, isOpened: true },
    said: t`Opened ${lot.ingredient.name}`,
    failed: t`Couldn’t open ${lot.ingredient.name}`,
    send: (household) => callWithHeaders(openLot, { params: on(lot), household }),
    unsent: {
      words: t`Open ${lot.ingredient.name}`,
      intent: { do: 'open', lotId: lot.id },
      request: { method: 'POST', address: addressOf(openLot, { params: on(lot) }), body: {} },
    },
  })

export const move = (lot: Lot, to: BodyOf<typeof moveLot>) =>
  runLotAction({
    lot,
    next: { ...lot, location: to.location ?? lot.location, storage: to.storage ?? lot.storage },
    said: t`Moved ${lot.ingredient.name}`,
    failed: t`Couldn’t move ${lot.ingredient.name}`,
    send: (household) => callWithHeaders(moveLot, { params: on(lot), body: to, household }),
  })

/** The part split off arrives as a lot of its own. */
export const split = (lot: Lot, quantity: number) =>
  runLotAction({
    lot,
    next: less(lot, quantity),
    adds: true,
    said: t`Split ${lot.ingredient.name}`,
    failed: t`Couldn’t split ${lot.ingredient.name}`,
    send: (household) => callWithHeaders(splitLot, { params: on(lot), body: { quantity }, household }),
  })

/** Stocktake: what is really there. The same figure confirms it. */
export const correct = (lot: Lot, quantity: number) =>
  runLotAction({
    lot,
    next: quantity > 0 ? { ...lot, quantity } : null,
    said: quantity === lot.quantity ? t`Confirmed ${lot.ingredient.name}` : t`Corrected ${lot.ingredient.name}`,
    failed: t`Couldn’t correct ${lot.ingredient.name}`,
    send: (household) => callWithHeaders(correctLot, { params: on(lot), body: { quantity }, household }),
  })

/** As `correct`, on the shelf check, which shows the outcome in its row. */
export const check = (lot: Lot, quantity: number) =>
  runLotAction({
    lot,
    next: { ...lot, quantity },
    said: null,
    failed: t`Couldn’t check ${lot.ingredient.name}`,
    send: (household) => callWithHeaders(correctLot, { params: on(lot), body: { quantity }, household }),
  })

/** No quantity: all of it. */
export const discard = (lot: Lot, how: { quantity?: number; reason: DiscardReason; notes?: string }) =>
  runLotAction({
    lot,
    next: less(lot, how.quantity ?? lot.quantity),
    said: t`Discarded ${lot.ingredient.name}`,
    failed: t`Couldn’t discard ${lot.ingredient.name}`,
    send: (household) => callWithHeaders(discardLot, { params: on(lot), body: how, household }),
    unsent: {
      words: t`Discard ${lot.ingredient.name}`,
      intent: { do: 'take', lotId: lot.id, quantity: how.quantity ?? lot.quantity },
      request: { method: 'POST', address: addressOf(discardLot, { params: on(lot) }), body: how },
    },
  })

/** Entered by mistake: it goes without a trace in the waste report. */
export const deleteLot = (lot: Lot) =>
  runLotAction({
    lot,
    next: null,
    said: t`Deleted ${lot.ingredient.name}`,
    failed: t`Couldn’t delete ${lot.ingredient.name}`,
    send: async (household) => ({ headers: (await callWithHeaders(removeLot, { params: on(lot), household })).headers, reply: undefined }),
  })

const own = editChain<Lot>()

/** Only the fields that were changed are sent, against the version the form was opened on, or on top of one's own last edit of that. */
export const edit = (lot: Lot, change: LotChange) => {
  const mine = own(`${currentSession().household} ${lot.id}`, lot)
  return runLotAction({
    lot,
    next: after(lot, change),
    said: t`Saved ${lot.ingredient.name}`,
    failed: null,
    mine,
    send: (household) => mine.send((ifMatch) => callWithHeaders(changeLot, { params: on(lot), body: change, ifMatch, household })),
  })
}

/** The row as it will read; which food it is and when it goes off is for the server to say. */
function after(lot: Lot, { quantity, unit, location, storage, isOpened, isShared }: LotChange): Lot | null {
  if (quantity === 0) return null
  return {
    ...lot,
    quantity: quantity ?? lot.quantity,
    unit: unit ?? lot.unit,
    location: location ?? lot.location,
    storage: storage ?? lot.storage,
    isOpened: isOpened ?? lot.isOpened,
    isShared: isShared ?? lot.isShared,
  }
}
