import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity.ts'
import { say } from '#platform/shared/say.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { Priority, ShoppingItem, ShoppingList } from '../contract/index.ts'
import { isSameThing, type OpenRow, quantityAfter, rowToGrow } from './merge.ts'

/**
 * The merge rule of the list, as the server keeps it and as a device without a network foresees it (docs/offline.md):
 * the server's order counts; a change says what was meant, not what the list should look like; a deletion wins over a check and over
 * every other late change of the row; a row is who its maker's id says, and never comes back under it; a changed quantity is the
 * difference to what was seen. So nothing reappears and nothing counts twice.
 */
export type ListIntent =
  | {
      readonly do: 'add'
      readonly id: string
      readonly name: string
      readonly ingredientId: string | null
      /** Null: as much as the server thinks usual. */
      readonly quantity: number | null
      readonly unit: Unit | null
      /** The aisle as far as this device knows it. */
      readonly category: string
      readonly priority: Priority
      readonly at: string
    }
  | { readonly do: 'check'; readonly id: string; readonly isChecked: boolean; readonly at: string }
  | { readonly do: 'quantity'; readonly id: string; readonly to: number; readonly was: number | null }
  | { readonly do: 'edit'; readonly id: string; readonly fields: ItemFields }
  | { readonly do: 'remove'; readonly id: string }
  /** Only those that are still checked. */
  | { readonly do: 'clear'; readonly ids: readonly string[] }
  | { readonly do: 'put-away'; readonly ids: readonly string[] }
  /** Takes back a removal of any kind. */
  | { readonly do: 'restore'; readonly items: readonly ShoppingItem[] }
  /** What the server answered: the row as it is. `isNew`: it may not be on our list yet; else a row that is missing is gone. */
  | {
      readonly do: 'row'
      readonly item: ShoppingItem
      readonly isNew?: boolean
      /** The name under which so much of it was added here. */
      readonly as?: { readonly id: string; readonly quantity: number }
    }
  /** The server answered that the row has left the list. */
  | { readonly do: 'gone'; readonly id: string }

export type ItemFields = Partial<Pick<ShoppingItem, 'ingredientName' | 'unit' | 'category' | 'priority'>>

/** The list on a device. */
export interface ListView {
  readonly items: readonly ShoppingItem[]
  readonly aisles: readonly string[]
  readonly canSendToInstacart: boolean
  /** Rows that are known to have left the list since it was read, with the version at which they did. */
  readonly gone: Readonly<Record<string, number>>
  /** Rows that news came of since it was read, with the last change they told of. */
  readonly heard: Readonly<Record<string, number>>
}

export interface ListStep {
  readonly intent: unknown
  /** The list knows of it already; only the names in it still count. */
  readonly isShown: boolean
  /** The change it became on the server; null: none yet, or none. */
  readonly seq: number | null
}

export const viewOf = ({ items, aisles, canSendToInstacart }: Omit<ShoppingList, 'stats'>): ListView => ({
  items,
  aisles,
  canSendToInstacart,
  gone: {},
  heard: {},
})

interface Draft {
  rows: Map<string, ShoppingItem>
  gone: Readonly<Record<string, number>>
  /** Rows that were added to another: which one, and how much of it is theirs. */
  parts: Map<string, { id: string; quantity: number }>
}

/** The list after these steps, in their order. */
export function foldList(view: ListView, steps: readonly ListStep[]): ListView {
  const draft: Draft = { rows: new Map(view.items.map((item) => [item.id, item])), gone: view.gone, parts: new Map() }
  for (const { intent, isShown, seq } of steps) {
    // News of a row told of this change already, or of a later one: it must not count twice, nor hide what came after it.
    if (isIntent(intent)) step(draft, intent, isShown, (id) => seq !== null && (view.heard[id] ?? -1) >= seq)
  }
  return { ...view, items: [...draft.rows.values()] }
}

const isIntent = (value: unknown): value is ListIntent => typeof value === 'object' && value !== null && 'do' in value

function step(draft: Draft, intent: ListIntent, isShown: boolean, isHeard: (id: string) => boolean): void {
  const { rows, parts } = draft
  if (intent.do === 'row') takeRow(draft, intent, isShown)
  if (isShown) return
  switch (intent.do) {
    case 'add':
      add(draft, intent)
      break
    case 'check':
      change(draft, intent.id, () => ({ isChecked: intent.isChecked, checkedAt: intent.isChecked ? intent.at : null }))
      break
    case 'quantity':
      change(draft, intent.id, (row) => ({ suggestedQuantity: counted(row.suggestedQuantity, intent.to, intent.was) }))
      break
    case 'edit':
      change(draft, intent.id, () => intent.fields)
      break
    case 'remove':
      if (!isHeard(nameOf(draft, intent.id))) remove(draft, intent.id)
      break
    case 'clear':
      for (const id of intent.ids.map((one) => nameOf(draft, one))) if (rows.get(id)?.isChecked && !isHeard(id)) rows.delete(id)
      break
    case 'put-away':
      for (const id of intent.ids.map((one) => nameOf(draft, one))) if (!isHeard(id)) rows.delete(id)
      break
    case 'restore':
      for (const item of intent.items) if (!rows.has(item.id) && !isHeard(item.id)) rows.set(item.id, item)
      break
    case 'gone':
      rows.delete(intent.id)
      parts.delete(intent.id)
  }
}

const nameOf = ({ rows, parts }: Draft, id: string): string => (rows.has(id) ? id : (parts.get(id)?.id ?? id))

const counted = (now: number, to: number, was: number | null): number =>
  fromMilli(quantityAfter(toMilli(now), toMilli(to), was === null ? null : toMilli(was)))

function change(draft: Draft, id: string, fields: (row: ShoppingItem) => Partial<ShoppingItem>): void {
  const row = draft.rows.get(nameOf(draft, id))
  if (row) draft.rows.set(row.id, { ...row, ...fields(row) })
}

/** Whoever's row went into another one takes only their part out of it. */
function remove(draft: Draft, id: string): void {
  const part = draft.parts.get(id)
  const row = draft.rows.get(nameOf(draft, id))
  if (!row) return
  const left = part && row.id !== id ? toMilli(row.suggestedQuantity) - toMilli(part.quantity) : 0
  if (left > 0) draft.rows.set(row.id, { ...row, suggestedQuantity: fromMilli(left) })
  else draft.rows.delete(row.id)
}

function takeRow(draft: Draft, { item, as, isNew = false }: Extract<ListIntent, { do: 'row' }>, isShown: boolean): void {
  if (as) draft.parts.set(as.id, { id: item.id, quantity: as.quantity })
  const held = draft.rows.get(item.id)
  if ((draft.gone[item.id] ?? -1) >= item.version || (held && held.version >= item.version) || (!held && (isShown || !isNew))) return
  draft.rows.set(item.id, item)
}

// A list has the same names over and over: every change of a row makes a new object, but no new name.
const keys = new Map<string, string>()
function keyOf(name: string): string {
  const known = keys.get(name)
  if (known !== undefined) return known
  if (keys.size > 20_000) keys.clear()
  const key = ingredientKey(name)
  keys.set(name, key)
  return key
}

function add(draft: Draft, intent: Extract<ListIntent, { do: 'add' }>): void {
  const { rows, parts, gone } = draft
  if (rows.has(intent.id) || parts.has(intent.id) || gone[intent.id] !== undefined) return
  const thing = { ingredientId: intent.ingredientId, ingredientKey: keyOf(intent.name) }
  const quantity = intent.quantity ?? 1
  const unit = intent.unit ?? 'each'
  const open: OpenRow[] = []
  for (const { id, ingredientId, ingredientName, suggestedQuantity, unit, createdAt, isChecked } of rows.values()) {
    const row = { id, ingredientId, ingredientKey: keyOf(ingredientName), milli: toMilli(suggestedQuantity), unit, createdAt }
    if (!isChecked && isSameThing(row, thing)) open.push(row)
  }
  const fit = rowToGrow(open, { ...thing, milli: toMilli(quantity), unit })
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

/** News of one row: `gone` when it has left the list. */
export interface RowNews {
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly item: ShoppingItem
}

/** The list after the news of this change; what is older than the row in hand changes nothing. */
export function hearRow(before: ListView, { type, item }: RowNews, seq: number | null): ListView {
  const view = seq === null ? before : { ...before, heard: { ...before.heard, [item.id]: seq } }
  const held = view.items.find(({ id }) => id === item.id)
  const newest = Math.max(held?.version ?? -1, view.gone[item.id] ?? -1)
  if (item.version < newest) return before
  if (type === 'DELETE') {
    const gone = { ...view.gone, [item.id]: item.version }
    return { ...view, gone, items: held ? view.items.filter(({ id }) => id !== item.id) : view.items }
  }
  const { [item.id]: _, ...gone } = view.gone
  return { ...view, gone, items: held ? view.items.map((row) => (row.id === item.id ? item : row)) : [...view.items, item] }
}

/** The rows of the new answer, the old object wherever nothing changed: a screen draws only what is new. */
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
  a.currentQuantity === b.currentQuantity &&
  a.parLevel === b.parLevel &&
  a.why === b.why &&
  a.isChecked === b.isChecked &&
  a.suggestedQuantity === b.suggestedQuantity
