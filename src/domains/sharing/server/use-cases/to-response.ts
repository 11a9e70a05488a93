import type { Member } from '#platform/server/endpoints/route.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import type { BorrowRequest, ShareableItem } from '../../contract/index.ts'
import { type Side, statusAt } from '../../rules/borrow-request-status.ts'
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
  }
}
