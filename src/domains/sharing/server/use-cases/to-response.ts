import { isHandedOver } from '#domains/federation/rules/loan-state.ts'
import type { ShownLinkedLoan, ShownLinkedOffer } from '#domains/federation/server/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import type { BorrowRequest, BorrowStatus, ShareableItem } from '../../contract/index.ts'
import { pickupEndsAt, type Side, statusAt } from '../../rules/borrow-request-status.ts'
import type { AvailableRow } from '../store/available-lots.ts'
import type { ShownRequest } from '../store/borrow.ts'

/** Returns “Former member” for an account that no longer exists. */
export const personOf = (first: string | null, last: string | null) => ({ firstName: first ?? 'Former', lastName: last ?? 'member' })

/** `milli` is the unreserved quantity in thousandths. */
export const toShareable = (row: AvailableRow, milli: number): ShareableItem => ({
  id: row.id,
  ingredient: { name: row.name, category: row.category },
  user: personOf(row.first_name, row.last_name),
  household: { name: row.household },
  quantity: fromMilli(milli),
  unit: row.unit,
  storage: row.storage,
  location: row.location,
  isOpened: row.is_opened === 1,
  expirationDate: row.expiration_date,
  isLinked: false,
})

/** Presents a request to one side. Hides e-mail addresses from a VIEWER. */
export function toRequest(row: ShownRequest, side: Side, { role, now }: Pick<Member, 'role' | 'now'>): BorrowRequest {
  const shownEmail = (email: string | null) => (email !== null && isRoleAtLeast(role, 'MEMBER') ? email : '')
  const item = { id: row.lot_id, unit: row.unit, ingredient: { name: row.food_name, category: row.food_category } }
  return {
    id: row.id,
    status: statusAt(row, now.toISOString()),
    quantity: fromMilli(row.milli),
    unit: row.unit,
    message: row.message,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    requester: { ...personOf(row.requester_first, row.requester_last), email: shownEmail(row.requester_email) },
    lender: { ...personOf(row.lender_first, row.lender_last), email: shownEmail(row.lender_email) },
    inventoryItem: item,
    item,
    side,
    household: { name: side === 'lender' ? row.borrower_household : row.lender_household },
    isGift: row.offer_id !== null,
    isLinked: false,
  }
}

const linkedStatuses: Record<ShownLinkedLoan['lender_state'], BorrowStatus> = {
  open: 'PENDING',
  accepted: 'ACCEPTED',
  declined: 'REJECTED',
  expired: 'EXPIRED',
  cancelled: 'CANCELLED',
  handed_over: 'COMPLETED',
  returned: 'COMPLETED',
  waived: 'COMPLETED',
}

/** Presents a loan with a household on another server, which tells no names but its own. */
export function toLinkedRequest(row: ShownLinkedLoan, { now }: Pick<Member, 'now'>): BorrowRequest {
  const name = row.peer_name ?? ''
  const [us, them] = [personOf(row.own_name, ''), personOf(name, '')].map((person) => ({ ...person, email: '' })) as [Person, Person]
  const id = row.side === 'borrower' ? (row.offer_id ?? row.item_id) : (row.lot_id ?? row.item_id)
  const item = { id, unit: row.unit, ingredient: { name: row.food_name, category: row.food_category } }
  const wanted =
    linkedStatuses[row.borrower_state === 'cancelled' && !isHandedOver({ lender: row.lender_state }) ? 'cancelled' : row.lender_state]
  return {
    id: row.id,
    status: statusAt({ status: wanted, expires_at: row.expires_at, lapses_at: pickupEndsAt(row.expires_at) }, now.toISOString()),
    quantity: fromMilli(row.milli),
    unit: row.unit,
    message: null,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    requester: row.side === 'borrower' ? us : them,
    lender: row.side === 'borrower' ? them : us,
    inventoryItem: item,
    item,
    side: row.side === 'borrower' ? 'requester' : 'lender',
    household: { name },
    isGift: false,
    isLinked: true,
  }
}
type Person = BorrowRequest['requester']

/** Presents what a household on another server shares. */
export const toLinkedItem = (row: ShownLinkedOffer): ShareableItem => ({
  id: row.id,
  ingredient: { name: row.food_name, category: row.food_category },
  user: { firstName: row.peer_name ?? '', lastName: '' },
  household: { name: row.peer_name ?? '' },
  quantity: fromMilli(row.milli),
  unit: row.unit,
  storage: row.storage,
  location: '',
  isOpened: row.is_opened === 1,
  expirationDate: row.expiration_date,
  isLinked: true,
})
