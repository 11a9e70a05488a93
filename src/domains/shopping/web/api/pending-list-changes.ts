import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { localTable } from '#platform/shared/local-tables.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import type { Unit } from '#platform/shared/units.ts'
import { HouseholdTables, type TablesDraft, type TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { type AddedRow, type AnsweredRow, identityOf, isListIntent, type ListIntent, type ListItemEdit } from '../../rules/list-intent.ts'
import { type ListRow, namedListTable, shoppingRowTable } from '../../rules/local-list.ts'
import { findRowToMerge, isSameItem, type OpenRow, quantityAfter } from '../../rules/merge-rows.ts'

/** An id under which this device added something to a row. Exists only while changes are pending. */
interface RowAlias {
  readonly id: string
  readonly rowId: string
  /** Its share of the row's quantity. */
  readonly quantity: number
}
const aliasTable = localTable<RowAlias>('shoppingAliases')

/**
 * Returns what a change of the list does to the rows on this device. `isRead`: they include it, and only the ids it gave to rows still
 * matter.
 */
export const listChange =
  ({ intent, user }: Pick<PendingMutation, 'intent' | 'user'>, isRead: boolean): TablesUpdate =>
  (draft) => {
    if (!isListIntent(intent)) return
    if (intent.do === 'row') applyRow(draft, intent, isRead)
    if (intent.do === 'rows') for (const row of intent.rows) applyRow(draft, row, isRead)
    if (!isRead) apply(draft, intent, user)
  }

function apply(draft: TablesDraft, intent: ListIntent, user: string): void {
  switch (intent.do) {
    case 'add':
      add(draft, intent, user)
      return
    case 'add-all':
      for (const row of intent.rows) add(draft, row, user)
      return
    case 'check':
      change(draft, intent.id, () => ({
        isChecked: intent.isChecked,
        checkedAt: intent.isChecked ? intent.at : null,
        checkedBy: intent.isChecked ? user : null,
      }))
      return
    case 'quantity':
      change(draft, intent.id, (row) => ({
        suggestedQuantity: counted(row.suggestedQuantity, intent.to, intent.was),
        ...(intent.storeIds ? { storeIds: [...intent.storeIds] } : {}),
      }))
      return
    case 'edit':
      edit(draft, intent.id, intent.fields)
      return
    case 'remove':
      remove(draft, intent.id)
      return
    case 'remove-all':
      for (const id of intent.ids) remove(draft, id)
      return
    case 'clear':
      for (const row of rowsOf(draft, intent.ids)) if (row.isChecked) draft.remove(shoppingRowTable, row.id)
      return
    case 'put-away':
      for (const row of rowsOf(draft, intent.ids)) draft.remove(shoppingRowTable, row.id)
      return
    case 'restore':
      for (const item of intent.items) if (!draft.get(shoppingRowTable, item.id)) draft.put(shoppingRowTable, item)
      return
    case 'move-back':
      moveBack(draft, intent.item)
      return
    case 'gone':
      draft.remove(shoppingRowTable, intent.id)
      draft.remove(aliasTable, intent.id)
      return
    default:
    // Responses are applied before, and a later release may have stored others.
  }
}

/** Returns the row with an id, or the one that it was merged into. */
const find = (draft: TablesDraft, id: string): ListRow | undefined =>
  draft.get(shoppingRowTable, id) ?? draft.get(shoppingRowTable, draft.get(aliasTable, id)?.rowId ?? '')
const rowsOf = (draft: TablesDraft, ids: readonly string[]): ListRow[] => ids.flatMap((id) => find(draft, id) ?? [])

const counted = (now: number, to: number, was: number | null): number =>
  fromMilli(quantityAfter(toMilli(now), toMilli(to), was === null ? null : toMilli(was)))

function change(draft: TablesDraft, id: string, fields: (row: ListRow) => Partial<ListRow>): void {
  const row = find(draft, id)
  if (row) draft.put(shoppingRowTable, { ...row, ...fields(row) })
}

const movedBy = (draft: TablesDraft, fields: ListItemEdit): ListItemEdit =>
  fields.listId === undefined ? fields : { ...fields, listId: openListOf(draft, fields.listId) }

/** The server finds the ingredient of another name. */
const edited = (row: ListRow, fields: ListItemEdit): Partial<ListRow> =>
  fields.ingredientName === undefined || fields.ingredientName === row.ingredientName ? fields : { ...fields, ingredientId: null }

/** Edits a row. One that moves to another list grows an open row about the same thing there. */
function edit(draft: TablesDraft, id: string, fields: ListItemEdit): void {
  const found = find(draft, id)
  if (!found) return
  const moved = movedBy(draft, fields)
  const row = splitToMove(draft, found, id, moved) ?? found
  const after = { ...row, ...edited(row, moved) }
  const isMoved = listOf(after) !== listOf(row) && !after.isChecked
  const fit = isMoved ? findFit(draft, { ...after, name: after.ingredientName, quantity: after.suggestedQuantity }) : null
  if (!fit) return void draft.put(shoppingRowTable, after)
  draft.remove(shoppingRowTable, row.id)
  for (const alias of [...draft.rows(aliasTable)]) if (alias.rowId === row.id) draft.put(aliasTable, { ...alias, rowId: fit.row.id })
  grow(draft, row.id, fit)
}

/** Takes out of a row what this device added to it and now moves to another list. Returns null if nothing is to be taken out. */
function splitToMove(draft: TablesDraft, row: ListRow, id: string, { listId }: ListItemEdit): ListRow | null {
  const share =
    row.id === id || listId === undefined || listId === listOf(row) || row.isChecked ? undefined : draft.get(aliasTable, id)?.quantity
  const left = share === undefined ? 0 : toMilli(row.suggestedQuantity) - toMilli(share)
  if (share === undefined || left <= 0) return null
  draft.put(shoppingRowTable, { ...row, suggestedQuantity: fromMilli(left) })
  draft.remove(aliasTable, id)
  return { ...row, id, suggestedQuantity: share, reason: 'requested' }
}

function moveBack(draft: TablesDraft, item: ShoppingItem): void {
  const row = draft.get(shoppingRowTable, item.id)
  if (row) return void draft.put(shoppingRowTable, { ...row, listId: item.listId })
  remove(draft, item.id)
  draft.remove(aliasTable, item.id)
  draft.put(shoppingRowTable, item)
}

const listOf = ({ listId }: Pick<ListRow, 'listId'>) => listId ?? null

/** Returns the open row of the same list that something is added to. */
function findFit(
  draft: TablesDraft,
  added: Pick<AddedRow, 'ingredientId' | 'name' | 'listId'> & { quantity: number; unit: Unit; note?: string | undefined },
) {
  const thing = identityOf(added)
  const open: (OpenRow & { shown: ListRow })[] = []
  for (const shown of draft.rows(shoppingRowTable)) {
    const { id, ingredientId, ingredientName: name, suggestedQuantity, createdAt } = shown
    const identity = identityOf({ ingredientId, name })
    if (!shown.isChecked && listOf(shown) === (added.listId ?? null) && isSameItem(identity, thing))
      open.push({ ...identity, id, milli: toMilli(suggestedQuantity), unit: shown.unit, note: shown.note ?? '', createdAt, shown })
  }
  return findRowToMerge(open, { ...thing, milli: toMilli(added.quantity), unit: added.unit, note: added.note ?? '' })
}

/** Adds to a row under another id. */
function grow(draft: TablesDraft, id: string, { row, milli, note }: NonNullable<ReturnType<typeof findFit>>): void {
  draft.put(aliasTable, { id, rowId: row.id, quantity: fromMilli(milli) })
  draft.put(shoppingRowTable, { ...row.shown, suggestedQuantity: fromMilli(row.milli + milli), note })
}

/** Removes a row; an id that was merged into another row removes only its share. */
function remove(draft: TablesDraft, id: string): void {
  const row = find(draft, id)
  if (!row) return
  const share = row.id === id ? undefined : draft.get(aliasTable, id)?.quantity
  const left = share === undefined ? 0 : toMilli(row.suggestedQuantity) - toMilli(share)
  if (left > 0) draft.put(shoppingRowTable, { ...row, suggestedQuantity: fromMilli(left) })
  else draft.remove(shoppingRowTable, row.id)
}

function applyRow(draft: TablesDraft, { item, as, isNew = false }: AnsweredRow, isRead: boolean): void {
  if (as) draft.put(aliasTable, { id: as.id, rowId: item.id, quantity: as.quantity })
  const known = draft.get(shoppingRowTable, item.id)
  if (isRead || (known ? known.version >= item.version : !isNew)) return
  draft.put(shoppingRowTable, item)
}

/** The server puts on the default list what is for a list that was archived. */
const openListOf = (draft: TablesDraft, listId: string | null): string | null =>
  draft.get(namedListTable, listId ?? '')?.isArchived ? null : listId

function add(draft: TablesDraft, intent: AddedRow, user: string): void {
  if (draft.get(shoppingRowTable, intent.id) || draft.get(aliasTable, intent.id) || draft.wasRemoved(shoppingRowTable, intent.id)) return
  const listId = openListOf(draft, intent.listId ?? null)
  const [quantity, unit] = [intent.quantity ?? 1, intent.unit ?? 'each']
  const fit = findFit(draft, { ...intent, listId, quantity, unit })
  if (fit) return void grow(draft, intent.id, fit)
  draft.put(shoppingRowTable, {
    id: intent.id,
    ingredientId: intent.ingredientId,
    ingredientName: intent.name,
    category: intent.category,
    suggestedQuantity: quantity,
    unit,
    priority: intent.priority,
    reason: 'requested',
    listId,
    note: intent.note ?? draft.get(ingredientTable, intent.ingredientId ?? '')?.note ?? '',
    isChecked: false,
    checkedAt: null,
    addedBy: user,
    createdAt: intent.at,
    updatedAt: intent.at,
    version: 0,
  })
}

/** Takes the packs away from a row whose amount has changed. */
const withPacksOf = (before: ShoppingItem | undefined, item: ShoppingItem): ShoppingItem =>
  before === undefined || (before.suggestedQuantity === item.suggestedQuantity && before.unit === item.unit)
    ? item
    : { ...item, packs: null }

/** Returns a response's rows with changes of this device, while there is no copy of the household. */
export function withPendingChanges(items: readonly ShoppingItem[], changes: readonly TablesUpdate[]): ShoppingItem[] {
  const tables = new HouseholdTables()
  tables.replace({ [shoppingRowTable.name]: items }, changes)
  const unknown = { currentQuantity: 0, parLevel: null, estimatedCost: null, packQuantity: null, packs: null, instacartPrice: null }
  const before = new Map(items.map((item) => [item.id, item]))
  return tables.rows(shoppingRowTable).map((row) => {
    if (typeof row.addedBy !== 'string') return withPacksOf(before.get(row.id), row as ShoppingItem)
    const { cause: _, ...own } = row
    return {
      ...unknown,
      instacartProductId: null,
      why: say`Added by you`,
      isByHand: true,
      ...own,
      note: own.note ?? '',
      storeIds: own.storeIds ?? [],
      listId: own.listId ?? null,
      checkedBy: own.checkedBy ?? null,
      addedBy: null,
    }
  })
}
