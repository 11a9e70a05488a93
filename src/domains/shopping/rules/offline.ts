import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { Priority, ShoppingItem, ShoppingList } from '../contract/index.ts'
import { findRowToMerge, isSameItem, type OpenRow, quantityAfter } from './merge-rows.ts'

/**
 * A change of the list as the user meant it, merged by the same rules on the server and on an offline device (docs/offline.md):
 * - The server's order decides.
 * - A deletion wins over every late change of the row, and a deleted id never comes back.
 * - A changed quantity is applied as a difference.
 */
export type ListIntent =
  | ({ readonly do: 'add' } & AddedRow)
  /** Adds what a recipe lacks. */
  | { readonly do: 'add-all'; readonly recipeId: string; readonly rows: readonly AddedRow[] }
  | { readonly do: 'check'; readonly id: string; readonly isChecked: boolean; readonly at: string }
  | { readonly do: 'quantity'; readonly id: string; readonly to: number; readonly was: number | null }
  | { readonly do: 'edit'; readonly id: string; readonly fields: ItemFields }
  | { readonly do: 'remove'; readonly id: string }
  /** Applies only to rows that are still checked. */
  | { readonly do: 'clear'; readonly ids: readonly string[] }
  | { readonly do: 'put-away'; readonly ids: readonly string[] }
  /** Removes what this device added. */
  | { readonly do: 'remove-all'; readonly ids: readonly string[] }
  /** Undoes a removal of any kind. */
  | { readonly do: 'restore'; readonly items: readonly ShoppingItem[] }
  | ({ readonly do: 'row' } & AnsweredRow)
  | { readonly do: 'rows'; readonly rows: readonly AnsweredRow[] }
  /** The server reported that the row is no longer on the list. */
  | { readonly do: 'gone'; readonly id: string }

/** A row that this device adds. */
export interface AddedRow {
  readonly id: string
  readonly name: string
  readonly ingredientId: string | null
  /** Null to let the server choose the usual quantity. */
  readonly quantity: number | null
  readonly unit: Unit | null
  /** This device's guess of the aisle. */
  readonly category: string
  readonly priority: Priority
  readonly at: string
}

/** A row in a server response. With `isNew` it may not be in the list yet; otherwise a missing row was removed. */
interface AnsweredRow {
  readonly item: ShoppingItem
  readonly isNew?: boolean
  /** The id under which this device added that quantity to the row. */
  readonly as?: { readonly id: string; readonly quantity: number }
}

export type ItemFields = Partial<Pick<ShoppingItem, 'ingredientName' | 'unit' | 'category' | 'priority'>>

/** The list as stored on a device. */
export interface ListView {
  readonly items: readonly ShoppingItem[]
  readonly aisles: readonly string[]
  readonly canSendToInstacart: boolean
  /** Versions at which rows were removed since the list was read, by row id. */
  readonly tombstones: Readonly<Record<string, number>>
  /** Sequence numbers of the last event of each row received since the list was read, by row id. */
  readonly lastSeqs: Readonly<Record<string, number>>
}

export interface ListStep {
  readonly intent: unknown
  /** The list already includes this change; only its id aliases still apply. */
  readonly isShown: boolean
  /** The sequence number of the change on the server; null if unsent or without effect. */
  readonly seq: number | null
}

export const viewOf = ({ items, aisles, canSendToInstacart }: Omit<ShoppingList, 'stats'>): ListView => ({
  items,
  aisles,
  canSendToInstacart,
  tombstones: {},
  lastSeqs: {},
})

interface Draft {
  rows: Map<string, ShoppingItem>
  tombstones: Readonly<Record<string, number>>
  /** Ids that were merged into another row: that row and their share of its quantity. */
  parts: Map<string, { id: string; quantity: number }>
}

/** Applies the steps in order. */
export function foldList(view: ListView, steps: readonly ListStep[]): ListView {
  const draft: Draft = { rows: new Map(view.items.map((item) => [item.id, item])), tombstones: view.tombstones, parts: new Map() }
  for (const { intent, isShown, seq } of steps) {
    // Skip a change that a received event already covers: applying it again would count it twice or hide later changes.
    if (isIntent(intent)) step(draft, intent, isShown, (id) => seq !== null && (view.lastSeqs[id] ?? -1) >= seq)
  }
  return { ...view, items: [...draft.rows.values()] }
}

const isIntent = (value: unknown): value is ListIntent => typeof value === 'object' && value !== null && 'do' in value

function step(draft: Draft, intent: ListIntent, isShown: boolean, isCovered: (id: string) => boolean): void {
  const { rows, parts } = draft
  if (intent.do === 'row') applyRow(draft, intent, isShown)
  if (intent.do === 'rows') for (const row of intent.rows) applyRow(draft, row, isShown)
  if (isShown) return
  switch (intent.do) {
    case 'add':
      add(draft, intent)
      break
    case 'add-all':
      for (const row of intent.rows) add(draft, row)
      break
    case 'check':
      change(draft, intent.id, () => ({ isChecked: intent.isChecked, checkedAt: intent.isChecked ? intent.at : null }))
      break
    case 'quantity':
      change(draft, intent.id, (row) => ({ suggestedQuantity: counted(row.suggestedQuantity, intent.to, intent.was) }))
      break
    case 'edit':
      change(draft, intent.id, (row) => edited(row, intent.fields))
      break
    case 'remove':
      if (!isCovered(resolveId(draft, intent.id))) remove(draft, intent.id)
      break
    case 'remove-all':
      for (const id of intent.ids) if (!isCovered(resolveId(draft, id))) remove(draft, id)
      break
    case 'clear':
      for (const id of intent.ids.map((one) => resolveId(draft, one))) if (rows.get(id)?.isChecked && !isCovered(id)) rows.delete(id)
      break
    case 'put-away':
      for (const id of intent.ids.map((one) => resolveId(draft, one))) if (!isCovered(id)) rows.delete(id)
      break
    case 'restore':
      for (const item of intent.items) if (!rows.has(item.id) && !isCovered(item.id)) rows.set(item.id, item)
      break
    case 'gone':
      rows.delete(intent.id)
      parts.delete(intent.id)
  }
}

const resolveId = ({ rows, parts }: Draft, id: string): string => (rows.has(id) ? id : (parts.get(id)?.id ?? id))

const counted = (now: number, to: number, was: number | null): number =>
  fromMilli(quantityAfter(toMilli(now), toMilli(to), was === null ? null : toMilli(was)))

function change(draft: Draft, id: string, fields: (row: ShoppingItem) => Partial<ShoppingItem>): void {
  const row = draft.rows.get(resolveId(draft, id))
  if (row) draft.rows.set(row.id, { ...row, ...fields(row) })
}

/** The usual pack belongs to the unit and the ingredient, so it is unknown after either changes. */
function edited(row: ShoppingItem, fields: ItemFields): Partial<ShoppingItem> {
  const { unit = row.unit, ingredientName = row.ingredientName } = fields
  return unit === row.unit && ingredientName === row.ingredientName ? fields : { ...fields, packQuantity: null }
}

/** Removes a row; an id that was merged into another row removes only its share. */
function remove(draft: Draft, id: string): void {
  const part = draft.parts.get(id)
  const row = draft.rows.get(resolveId(draft, id))
  if (!row) return
  const left = part && row.id !== id ? toMilli(row.suggestedQuantity) - toMilli(part.quantity) : 0
  if (left > 0) draft.rows.set(row.id, { ...row, suggestedQuantity: fromMilli(left) })
  else draft.rows.delete(row.id)
}

function applyRow(draft: Draft, { item, as, isNew = false }: AnsweredRow, isShown: boolean): void {
  if (as) draft.parts.set(as.id, { id: item.id, quantity: as.quantity })
  const known = draft.rows.get(item.id)
  if ((draft.tombstones[item.id] ?? -1) >= item.version) return
  if (known ? known.version >= item.version : isShown || !isNew) return
  draft.rows.set(item.id, item)
}

// Caches keys by name: changes create new row objects but rarely new names.
const keys = new Map<string, string>()
function keyOf(name: string): string {
  const known = keys.get(name)
  if (known !== undefined) return known
  if (keys.size > 20_000) keys.clear()
  const key = ingredientKey(name)
  keys.set(name, key)
  return key
}

function add(draft: Draft, intent: AddedRow): void {
  const { rows, parts, tombstones } = draft
  if (rows.has(intent.id) || parts.has(intent.id) || tombstones[intent.id] !== undefined) return
  const thing = { ingredientId: intent.ingredientId, ingredientKey: keyOf(intent.name) }
  const quantity = intent.quantity ?? 1
  const unit = intent.unit ?? 'each'
  const open: OpenRow[] = []
  for (const { id, ingredientId, ingredientName, suggestedQuantity, unit, createdAt, isChecked } of rows.values()) {
    const row = { id, ingredientId, ingredientKey: keyOf(ingredientName), milli: toMilli(suggestedQuantity), unit, createdAt }
    if (!isChecked && isSameItem(row, thing)) open.push(row)
  }
  const fit = findRowToMerge(open, { ...thing, milli: toMilli(quantity), unit })
  if (fit) {
    parts.set(intent.id, { id: fit.row.id, quantity: fromMilli(fit.milli) })
    change(draft, fit.row.id, (row) => ({ suggestedQuantity: fromMilli(toMilli(row.suggestedQuantity) + fit.milli) }))
    return
  }
  rows.set(intent.id, {
    id: intent.id,
    ingredientId: intent.ingredientId,
    ingredientName: intent.name,
    category: intent.category,
    suggestedQuantity: quantity,
    unit,
    currentQuantity: 0,
    parLevel: null,
    priority: intent.priority,
    reason: 'requested',
    why: say`Added by you`,
    estimatedCost: null,
    packQuantity: null,
    instacartPrice: null,
    instacartProductId: null,
    isChecked: false,
    checkedAt: null,
    addedBy: null,
    createdAt: intent.at,
    updatedAt: intent.at,
    version: 0,
  })
}

/** A realtime event about one row. `DELETE`: it left the list. */
export interface RowEvent {
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly item: ShoppingItem
}

/** Applies an event unless the view already has a newer version of the row. */
export function applyEvent(before: ListView, { type, item }: RowEvent, seq: number | null): ListView {
  const view = seq === null ? before : { ...before, lastSeqs: { ...before.lastSeqs, [item.id]: seq } }
  const known = view.items.find(({ id }) => id === item.id)
  const newest = Math.max(known?.version ?? -1, view.tombstones[item.id] ?? -1)
  if (item.version < newest) return before
  if (type === 'DELETE') {
    const tombstones = { ...view.tombstones, [item.id]: item.version }
    return { ...view, tombstones, items: known ? view.items.filter(({ id }) => id !== item.id) : view.items }
  }
  const { [item.id]: _, ...tombstones } = view.tombstones
  return { ...view, tombstones, items: known ? view.items.map((row) => (row.id === item.id ? item : row)) : [...view.items, item] }
}

/** Returns the new rows, reusing the old object of each unchanged row so that only changes are rendered. */
export function reuseRows(before: readonly ShoppingItem[], now: readonly ShoppingItem[]): ShoppingItem[] {
  const known = new Map(before.map((item) => [item.id, item]))
  return now.map((item) => {
    const old = known.get(item.id)
    return old && isSame(old, item) ? old : item
  })
}

const isSame = (a: ShoppingItem, b: ShoppingItem): boolean =>
  a.version === b.version &&
  a.estimatedCost === b.estimatedCost &&
  a.packQuantity === b.packQuantity &&
  a.currentQuantity === b.currentQuantity &&
  a.parLevel === b.parLevel &&
  a.why === b.why &&
  a.isChecked === b.isChecked &&
  a.suggestedQuantity === b.suggestedQuantity

/** Returns the intent to show after the server's response: its row replaces the optimistic one. */
export function afterAnswer(input: unknown, reply: unknown): { intent: ListIntent; isLasting?: boolean } {
  const intent = input as ListIntent
  if (intent.do === 'add-all') return afterAddAll(intent, reply)
  const item = rowIn(reply)
  if (!item || !('id' in intent)) return { intent }
  if (intent.do !== 'add') return { intent: { do: 'row', item } }
  const row = answeredRow(intent, item)
  return { intent: { do: 'row', ...row }, ...(row.as ? { isLasting: true } : {}) }
}

/** If the server merged the item into an existing row, pending changes to the new id apply to that row. */
const answeredRow = ({ id, quantity }: AddedRow, item: ShoppingItem): AnsweredRow =>
  item.id === id ? { item, isNew: true } : { item, isNew: true, as: { id, quantity: quantity ?? 1 } }

function afterAddAll(intent: Extract<ListIntent, { do: 'add-all' }>, reply: unknown): { intent: ListIntent; isLasting?: boolean } {
  if (typeof reply !== 'object' || reply === null || !('items' in reply) || !Array.isArray(reply.items)) return { intent }
  const items: readonly ShoppingItem[] = reply.items
  const rows = intent.rows.flatMap((row): AnsweredRow[] => {
    const thing = { ingredientId: row.ingredientId, ingredientKey: keyOf(row.name) }
    const isSame = (item: ShoppingItem) => isSameItem({ ingredientId: item.ingredientId, ingredientKey: keyOf(item.ingredientName) }, thing)
    const item = items.find(({ id }) => id === row.id) ?? items.find(isSame)
    return item ? [answeredRow(row, item)] : []
  })
  return { intent: { do: 'rows', rows }, isLasting: rows.some(({ as }) => as !== undefined) }
}

/**
 * Returns the intent that resolves a rejected change silently: the row was removed, and a deletion wins over a check.
 * Returns undefined if the user must be told, e.g. about a lost edit of the quantity or name.
 */
export function afterRefusal(input: unknown, { status, code }: { status: number; code: string }): { intent: ListIntent } | undefined {
  const intent = input as ListIntent
  const isGone = status === 404 || code === 'item_gone'
  return isGone && (intent.do === 'check' || intent.do === 'add') ? { intent: { do: 'gone', id: intent.id } } : undefined
}

/** Finds the row in a response: the body itself after adding, `item` after changing. */
function rowIn(reply: unknown): ShoppingItem | null {
  if (typeof reply !== 'object' || reply === null) return null
  const row = 'item' in reply ? reply.item : reply
  return typeof row === 'object' && row !== null && 'ingredientName' in row && 'version' in row ? (row as ShoppingItem) : null
}
