import { plural, t } from '@lingui/core/macro'
import { currentAtStore } from '#domains/stores/web/index.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { currentSession } from '#platform/web/session/session.ts'
import type { Outcome } from '#platform/web/sync/outbox-interface.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import * as changes from '../../rules/list-changes.ts'
import type { ItemFields } from '../../rules/list-intent.ts'
import { refreshList } from './use-list.ts'

const now = () => new Date().toISOString()

interface Enqueued {
  id: string
  ended: Promise<Outcome>
}

/** Adds a change to the outbox, which applies it optimistically. Logs `failed` if the server rejects it. */
function enqueue(change: changes.ListChange, failed: string, after: string | null = null): Enqueued | null {
  const session = currentSyncSession()
  const { household } = currentSession()
  if (!session || !household) return null
  const done = session.outbox.add({ ...change, household, kind: 'shopping', after })
  void done.ended.then((ending) => {
    refreshList(household)
    if (ending.state === 'refused') console.error(`${failed}: ${ending.refusal.sentence}`)
  })
  return done
}

/** Says at which store this device is. */
export const setChecked = (item: ShoppingItem, isChecked: boolean) =>
  enqueue(changes.buildCheck(item, isChecked, now(), currentAtStore()), t`Failed to update item`)
export const increment = (item: ShoppingItem) => enqueue(changes.buildIncrement(item), t`Failed to update item`)
export const changeQuantity = (item: ShoppingItem, to: number) => enqueue(changes.buildQuantityChange(item, to), t`Failed to update item`)
export const changeFields = (item: ShoppingItem, fields: ItemFields) => enqueue(changes.buildEdit(item, fields), t`Failed to update item`)

/** `id` is the new row's. */
export const addItem = (id: string, draft: changes.ItemDraft) => enqueue(changes.buildAdd(id, draft, now()), t`Failed to add item`)

/** Takes back a row that this device added. */
export const withdrawItem = (id: string, ingredientName: string) =>
  enqueue(changes.buildRemove({ id, ingredientName }), t`Failed to delete item`)

/** Adds items; confirms several with one toast, whose Undo takes all of them back. */
export function addItemsWithUndo(drafts: readonly changes.ItemDraft[]): void {
  const rows = drafts.map((draft) => ({ id: newId(), draft }))
  for (const { id, draft } of rows) addItem(id, draft)
  if (rows.length > 1)
    toast.undo(t`Added ${rows.length} items`, () => {
      for (const { id, draft } of rows) withdrawItem(id, draft.name)
    })
}

export function removeItem(item: ShoppingItem): void {
  const change = changes.buildRemove(item)
  offerUndo(t`Removed ${item.ingredientName}`, change, enqueue(change, t`Failed to delete item`), [item])
}

/** Clears the rows shown as checked. */
export function clear(items: readonly ShoppingItem[]): void {
  if (items.length === 0) return
  const change = changes.buildClear(items)
  offerUndo(
    plural(items.length, { one: 'Cleared # item', other: 'Cleared # items' }),
    change,
    enqueue(change, t`Failed to clear checked items`),
    items,
  )
}

export function putAway(items: readonly ShoppingItem[], choices: readonly changes.PutAwayChoice[]): Enqueued | null {
  const change = changes.buildPutAway(items, choices)
  const done = enqueue(change, t`Failed to put away`)
  offerUndo(
    t({ message: plural(choices.length, { one: 'Put away # item', other: 'Put away # items' }), context: 'done' }),
    change,
    done,
    items,
  )
  return done
}

/** Offers to undo a removal: withdraws the change if it is unsent, otherwise sends its inverse. */
function offerUndo(message: string, change: changes.ListChange, done: Enqueued | null, items: readonly ShoppingItem[]): void {
  if (!done) return
  toast.undo(message, () => {
    void (async () => {
      const { outbox } = currentSyncSession() ?? {}
      if (!outbox || (await outbox.withdraw(done.id))) return
      enqueue(changes.buildUndo(change.words, items), t`Couldn’t undo that`, done.id)
    })()
  })
}
