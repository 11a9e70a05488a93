import { findLinkedLoans, listLinkedDebts, type ShownLinkedLoan, settleLinkedLoans } from '#domains/federation/server/index.ts'
import { changeUndone } from '#domains/households/contract/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member, PrepareCall } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import * as contract from '../../contract/index.ts'
import { groupDebts, type UnsettledLoan } from '../../rules/group-debts.ts'
import * as store from '../store/debts.ts'
import { partiesOf } from './record-loan-changes.ts'

/** Returns what the household owes and is owed, by household and ingredient, oldest first. */
export async function listDebts(q: Reader, member: Member): Promise<contract.Debt[]> {
  const { householdId } = member
  const rows = await store.listOpenDebts(q, householdId)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const loans = rows.map((row) => {
    const isOwedToUs = row.household_id === householdId
    const otherId = isOwedToUs ? row.borrower_household_id : row.household_id
    return { id: row.id, isOwedToUs, otherId, ingredient: row.food_name, milli: row.milli, unit: row.unit, createdAt: row.created_at }
  })
  const linked = await listLinkedDebts(q, member)
  const linkedById = new Map(linked.map((row) => [row.id, row]))
  return groupDebts([...loans, ...linked.map(toUnsettled)]).map((line) => {
    const [id = ''] = line.ids
    const loan = linkedById.get(id)
    const row = loan ? toDebt(loan) : (byId.get(id) as store.ShownDebt)
    return {
      ids: line.ids,
      direction: line.isOwedToUs ? 'owed_to_us' : 'owed_by_us',
      household: { name: line.isOwedToUs ? row.borrower_household : row.lender_household },
      ingredient: { name: row.food_name, category: row.food_category },
      quantity: fromMilli(line.milli),
      unit: line.unit,
      since: line.since,
    }
  })
}

const toUnsettled = (row: ShownLinkedLoan): UnsettledLoan => ({
  id: row.id,
  isOwedToUs: row.side === 'lender',
  otherId: row.link_id,
  ingredient: row.food_name,
  milli: row.milli,
  unit: row.unit,
  createdAt: row.updated_at,
})
const toDebt = ({ food_name, food_category, peer_name }: ShownLinkedLoan) => ({
  food_name,
  food_category,
  lender_household: peer_name ?? '',
  borrower_household: peer_name ?? '',
})

/** Returns the two households of the debts, or one if the other is on another server. Throws 404, `several_households`, or 403 if the lender must decide. */
export async function findSettlementScope({ q, member, body: { ids, how } }: PrepareCall<typeof contract.settleDebts>) {
  const uniqueIds = [...new Set(ids)]
  const linked = await findLinkedLoans(q, member.householdId, uniqueIds)
  if (linked.length === uniqueIds.length) return { scope: [member.householdId], parties: null }
  const debts = await store.findDebts(q, member.householdId, uniqueIds)
  const [first] = debts
  if (!first || debts.length < uniqueIds.length) throw notFound()
  const [lender, borrower] = partiesOf(first)
  if (debts.some((row) => row.household_id !== lender || row.borrower_household_id !== borrower))
    throw new Problem(422, 'several_households', 'Settle with one household at a time.')
  if (how === 'never_mind' && lender !== member.householdId)
    throw new Problem(403, 'role_denied', 'Only the lending household can waive this.')
  return { scope: partiesOf(first), parties: partiesOf(first) }
}

/** Closes debts between the caller's household and one other. Throws `already_settled` if any of them is closed. */
export async function settleDebts(
  tx: Transaction,
  member: Member,
  parties: ReturnType<typeof partiesOf> | null,
  { ids, how }: BodyOf<typeof contract.settleDebts>,
): Promise<{ settled: number }> {
  const requestIds = [...new Set(ids)]
  if (parties === null) {
    await settleLinkedLoans(tx, member, requestIds, how)
    return { settled: requestIds.length }
  }
  const [lender, borrower] = parties
  if ((await store.closeDebts(tx, lender, requestIds, how, member.now.toISOString())) < requestIds.length)
    throw conflict('already_settled', 'This has already been settled.')
  const other = lender === member.householdId ? borrower : lender
  await recordChange(tx, { ...member, householdId: other }, contract.debtSettled, { requestIds, how })
  await recordChange(tx, member, contract.debtSettled, { requestIds, how }, { requestIds, how })
  return { settled: requestIds.length }
}

interface Settled {
  requestIds: string[]
  how: 'returned' | 'never_mind'
}

/** Returns the other household of a settlement. */
export async function otherHouseholdOf(q: Reader, householdId: HouseholdId, change: Change): Promise<HouseholdId[]> {
  const [row] = await store.findDebts(q, householdId, (change.payload as Settled).requestIds)
  return row ? partiesOf(row).filter((id) => id !== householdId) : []
}

/** Undoes a settlement. Returns the seq of the undo in the caller's log. */
export async function undoSettlement(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { requestIds, how } = change.payload as Settled
  const [row] = await store.findDebts(tx, member.householdId, requestIds)
  if (!row) throw notFound()
  const [lender, borrower] = partiesOf(row)
  if ((await store.reopenDebts(tx, lender, requestIds, how)) < requestIds.length)
    throw conflict('undo_in_the_way', 'Can’t undo: the loan has been returned since.')
  const other = lender === member.householdId ? borrower : lender
  await recordChange(tx, { ...member, householdId: other }, contract.debtReopened, { requestIds, how })
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, requestIds })
}
