import { plural, t } from '@lingui/core/macro'
import { currentAtStore } from '#domains/stores/web/index.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { currentSession } from '#platform/web/session/session.ts'
import type { Later, Outcome } from '#platform/web/sync/outbox-interface.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { afterPaint } from '#platform/web/ui/after-paint.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import * as changes from '../../rules/list-changes.ts'
import type { ListItemEdit } from '../../rules/list-intent.ts'
import { currentList } from './chosen-list.ts'
import { refreshList } from './use-list.ts'

const now = () => new Date().toISOString()

interface Enqueued {
  id: string
  ended: Promise<Outcome>
}

/** Adds a change to the outbox, which applies it optimistically. Logs `failed` if the server rejects it. */
function enqueue(change: changes.ListChange, failed: string, after: string | null = null, later?: Later): Enqueued | null {
  const session = currentSyncSession()
  const { household } = currentSession()
  if (!session || !household) return null
  const done = session.outbox.add({ ...change, household, kind: 'shopping', after }, later)
  void done.ended.then((ending) => {
    refreshList(household)
    if (ending.state === 'refused') console.error(`${failed}: ${ending.refusal.sentence}`)
  })
  return done
}

/**
 * Says at which store this device is. `isShown`: the row shows the check before the list does. Returns null if it can't be recorded,
 * because the user has signed out.
 */
export const setChecked = (item: ShoppingItem, isChecked: boolean, isShown = false) =>
  enqueue(changes.buildCheck(item, isChecked, now(), currentAtStore()), t`Failed to update item`, null, isShown ? afterPaint : undefined)
export const increment = (item: ShoppingItem) => enqueue(changes.buildIncrement(item), t`Failed to update item`)
export const changeQuantity = (item: ShoppingItem, to: number, stores: Pick<ListItemEdit, 'storeIds'> = {}) =>
  enqueue(changes.buildQuantityChange(item, to, stores), t`Failed to update item`)
export const changeFields = (item: ShoppingItem, fields: ListItemEdit) => enqueue(changes.buildEdit(item, fields), t`Failed to update item`)

/** Makes a row that was typed one of the ingredient of its name, which the server finds. */
export const linkToIngredient = (item: ShoppingItem) => changeFields(item, { ingredientName: item.ingredientName })

/** `id` is the new row's. */
export const addItem = (id: string, draft: changes.ItemDraft) => enqueue(changes.buildAdd(id, draft, now()), t`Failed to add item`)

/** Adds a row that is in the cart already. `id` is the new row's. */
export function addBoughtItem(id: string, draft: changes.ItemDraft): void {
  addItem(id, draft)
  enqueue(changes.buildCheck({ id, ingredientName: draft.name }, true, now(), currentAtStore()), t`Failed to add item`)
}

/** Takes back a row that this device added. */
export const withdrawItem = (id: string, ingredientName: string) =>
  enqueue(changes.buildRemove({ id, ingredientName }), t`Failed to delete item`)

/** Adds items to the list that this device shows; confirms them with one toast, unless `isQuiet`, whose Undo takes all of them back. */
export function addItemsWithUndo(drafts: readonly changes.ItemDraft[], { isQuiet = drafts.length === 1 } = {}): void {
  const listId = currentList()?.id ?? null
  const rows = drafts.map((draft) => ({ id: newId(), draft: { ...draft, listId } }))
  for (const { id, draft } of rows) addItem(id, draft)
  if (rows.length > 0 && !isQuiet)
    toast.undo(plural(rows.length, { one: 'Added # item', other: 'Added # items' }), () => {
      for (const { id, draft } of rows) withdrawItem(id, draft.name)
    })
}

/** Moves a row to another list; null is the default one. */
export function moveItem(item: ShoppingItem, listId: string | null, listName: string): void {
  const change = changes.buildMove(item, listId, listName)
  const undo = changes.buildUndoMove(change.words, item)
  offerUndo(t`Moved ${item.ingredientName} to ${listName}`, undo, enqueue(change, t`Failed to update item`))
}

export function removeItem(item: ShoppingItem): void {
  const change = changes.buildRemove(item)
  offerUndo(t`Removed ${item.ingredientName}`, changes.buildRemovalUndo(change.words, [item]), enqueue(change, t`Failed to delete item`))
}

/** Clears the rows shown as checked. */
export function clear(items: readonly ShoppingItem[]): void {
  if (items.length === 0) return
  const change = changes.buildClear(items)
  offerUndo(
    plural(items.length, { one: 'Cleared # item', other: 'Cleared # items' }),
    changes.buildRemovalUndo(change.words, items),
    enqueue(change, t`Failed to clear checked items`),
  )
}

export function putAway(
  items: readonly ShoppingItem[],
  choices: readonly changes.PutAwayChoice[],
  store: changes.PutAwayStore,
): Enqueued | null {
  const change = changes.buildPutAway(items, choices, store)
  const done = enqueue(change, t`Failed to put away`)
  offerUndo(
    t({ message: plural(choices.length, { one: 'Put away # item', other: 'Put away # items' }), context: 'done' }),
    changes.buildRemovalUndo(change.words, items),
    done,
  )
  return done
}

/** Offers to undo a change: withdraws it if it is unsent, otherwise sends `undo`. */
function offerUndo(message: string, undo: changes.ListChange, done: Enqueued | null): void {
  if (!done) return
  toast.undo(message, () => {
    void (async () => {
      const { outbox } = currentSyncSession() ?? {}
      if (!outbox || (await outbox.withdraw(done.id))) return
      enqueue(undo, t`Couldn’t undo that`, done.id)
    })()
  })
}
