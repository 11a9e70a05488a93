import { randomUUIDv7 } from 'node:crypto'
import { addCircleEvent, lockMember } from '#domains/circles/server/index.ts'
import type { LotOutlook } from '#domains/forecast/server/index.ts'
import { membersOf } from '#domains/households/server/index.ts'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import { lotWithReserved } from '#domains/inventory/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member, PrepareCall } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { formatExactAmount } from '#platform/shared/unit-display.ts'
import * as contract from '../../contract/index.ts'
import { pickupEndsAt } from '../../rules/borrow-request-status.ts'
import { offerEndsAt } from '../../rules/offer-end.ts'
import { insertRequest, type RequestRow, shownRequest } from '../store/borrow.ts'
import * as store from '../store/offers.ts'
import { reserveForLoan } from './loan-stock.ts'
import { publishSharedChange, recordInBothLogs, sharingScope } from './record-loan-changes.ts'
import { personOf, toRequest } from './to-response.ts'

const isOver = () => conflict('offer_over', 'This offer is no longer available.')
const eventOf = (id: string) => ({ offer: { id } })
/** Returns the offered quantity, or what is still unreserved if that is less. In thousandths. */
const freeOf = (row: store.ShownOffer) => Math.min(row.milli, row.lot_milli - row.held_milli)

/** What a member can offer. */
export interface OfferEligibility {
  /** Whether the member is in a circle that the household is linked to. */
  canOffer: boolean
  /** Ids of the lots with an open offer. */
  offeredLotIds: ReadonlySet<string>
}

export async function readOfferEligibility({ householdId, userId, now }: Member, read: Database['read']): Promise<OfferEligibility> {
  const circles = await read(sharingScope, (q) => store.linkedCircles(q, userId, householdId))
  if (circles.length === 0) return { canOffer: false, offeredLotIds: new Set() }
  return { canOffer: true, offeredLotIds: await read(householdId, (q) => store.offeredLots(q, householdId, now.toISOString())) }
}

export async function listOffers(q: Reader, member: Member): Promise<contract.Offer[]> {
  const rows = await store.listOpenOffers(q, member.userId, member.householdId, member.now.toISOString())
  return rows.filter((row) => freeOf(row) > 0).map((row) => toOffer(row, member.householdId))
}

/** Offers the unreserved quantity of a lot until it expires. Throws `already_offered`, `lot_ended`, `not_enough`. */
export async function makeOffer(
  tx: Transaction,
  member: Member,
  { inventoryItemId, circleId }: BodyOf<typeof contract.makeOffer>,
): Promise<contract.Offer> {
  const { householdId, userId } = member
  const now = member.now.toISOString()
  if (!(await lockMember(tx, circleId, userId)) || !(await store.isLinked(tx, userId, householdId, circleId))) throw notFound()
  const lot = await lotWithReserved(tx, householdId, inventoryItemId)
  if (!lot || lot.row.state === 'removed') throw notFound()
  if (lot.row.state !== 'active') throw conflict('lot_ended', 'There’s none left.')
  const milli = lot.row.milli - lot.reservedMilli
  if (milli <= 0) throw conflict('not_enough', 'All of this is already promised.')
  const ingredient = await findIngredient(tx, householdId, lot.row.ingredient_id)
  await store.withdrawExpiredOffers(tx, householdId, inventoryItemId, now)
  const id = randomUUIDv7()
  const isNew = await store.insertOffer(tx, {
    household_id: householdId,
    id,
    lot_id: inventoryItemId,
    circle_id: circleId,
    milli,
    unit: lot.row.unit,
    food_name: ingredient?.name ?? 'Food',
    food_category: ingredient?.category ?? 'Other',
    state: 'open',
    offered_by: userId,
    expires_at: offerEndsAt(lot.row.goes_off_on, member.timeZone, member.now),
    taken_by: null,
    created_at: now,
  })
  if (!isNew) throw conflict('already_offered', 'This is already offered there.')
  await recordChange(tx, member, contract.offerMade, { offerId: id, circleId })
  const row = await store.findOpenOffer(tx, householdId, id, now)
  if (!row) throw isOver()
  const offer = { id, food: row.food_name, amount: formatExactAmount(milli, row.unit) }
  const notFor = (await membersOf(tx, householdId)).map((one) => one.userId)
  await addCircleEvent(tx, member, circleId, 'offered', { offer, circle: row.circle, notFor })
  publishSharedChange(tx, householdId)
  return toOffer(row, householdId)
}

/** Returns the offer's household and circle. Throws 404 if the caller can't see it, `own_offer` if it is their own. */
export async function findOfferScope({ q, member, params }: PrepareCall<typeof contract.takeOffer>) {
  const offer = await store.findOffer(q, member.userId, member.householdId, params.id)
  if (!offer) throw notFound()
  const { household_id: lender, circle_id: circleId } = offer
  if (lender === member.householdId) throw conflict('own_offer', 'This is your own household’s offer.')
  return { scope: [lender, member.householdId], lender, circleId }
}

/** Turns the offer into an accepted request of the caller. Throws `offer_over` if someone else claimed it first. */
export async function takeOffer(
  tx: Transaction,
  member: Member,
  id: string,
  { lender, circleId }: { lender: HouseholdId; circleId: string },
): Promise<contract.BorrowRequest> {
  const now = member.now.toISOString()
  if (!(await lockMember(tx, circleId, member.userId))) throw notFound()
  const offer = await store.findOpenOffer(tx, lender, id, now)
  const isMine = offer && freeOf(offer) > 0 && (await store.endOffer(tx, offer, { state: 'taken', taken_by: member.userId }, now))
  if (!isMine) throw isOver()
  const row: RequestRow = {
    household_id: lender,
    id: randomUUIDv7(),
    lot_id: offer.lot_id,
    borrower_household_id: member.householdId,
    circle_id: offer.circle_id,
    requester_id: member.userId,
    lender_id: offer.offered_by,
    status: 'ACCEPTED',
    milli: freeOf(offer),
    unit: offer.unit,
    message: null,
    food_name: offer.food_name,
    food_category: offer.food_category,
    expires_at: offer.expires_at,
    lapses_at: pickupEndsAt(offer.expires_at),
    offer_id: id,
    given_seq: null,
    received_seq: null,
    created_at: now,
    updated_at: now,
  }
  await insertRequest(tx, row)
  await reserveForLoan(tx, row, row.milli, now)
  await recordInBothLogs(tx, member, row, contract.offerTaken)
  await addCircleEvent(tx, member, offer.circle_id, 'offer_over', eventOf(id))
  return toRequest(await shownRequest(tx, lender, row.id), 'requester', member)
}

export async function withdrawOffer(tx: Transaction, member: Member, id: string): Promise<void> {
  const [row] = await store.offersOf(tx, member.householdId, [id])
  if (!row) throw notFound()
  if (!(await store.endOffer(tx, row, { state: 'withdrawn' }, member.now.toISOString()))) throw isOver()
  await recordChange(tx, member, contract.offerWithdrawn, { offerId: id, circleId: row.circle_id })
  await addCircleEvent(tx, member, row.circle_id, 'offer_over', eventOf(id))
  publishSharedChange(tx, member.householdId)
}

const toOffer = (row: store.ShownOffer, householdId: HouseholdId): contract.Offer => ({
  id: row.id,
  circle: { id: row.circle_id, name: row.circle },
  ingredient: { name: row.food_name, category: row.food_category },
  user: personOf(row.first_name, row.last_name),
  household: { name: row.household },
  quantity: fromMilli(freeOf(row)),
  unit: row.unit,
  storage: row.storage,
  isOpened: row.is_opened === 1,
  expirationDate: row.expiration_date,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  isOurs: row.household_id === householdId,
})

const maxSuggested = 5

/** Returns those of the lots at risk that are at high risk, have an unreserved quantity and no open offer. */
export async function suggestOffers(q: Reader, member: Member, lots: readonly LotOutlook[]): Promise<contract.OfferSuggestion[]> {
  const offered = await store.offeredLots(q, member.householdId, member.now.toISOString())
  const suggested: contract.OfferSuggestion[] = []
  for (const { lot, daysLeft, risk } of lots) {
    if (suggested.length === maxSuggested) break
    const one = risk !== 'high' || offered.has(lot.id) ? null : await suggestion(q, member, lot.id, daysLeft)
    if (one) suggested.push(one)
  }
  return suggested
}

async function suggestion(q: Reader, { householdId }: Member, lotId: string, daysLeft: number): Promise<contract.OfferSuggestion | null> {
  const lot = await lotWithReserved(q, householdId, lotId)
  const ingredient = lot && (await findIngredient(q, householdId, lot.row.ingredient_id))
  const free = lot ? lot.row.milli - lot.reservedMilli : 0
  if (!ingredient || free <= 0) return null
  return {
    inventoryItemId: lotId,
    ingredient: { name: ingredient.name, category: ingredient.category },
    quantity: fromMilli(free),
    unit: lot.row.unit,
    daysLeft,
  }
}
