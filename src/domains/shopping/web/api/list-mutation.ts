import { plural, t } from '@lingui/core/macro'
import { newId } from '#platform/web/session/device.ts'
import { currentSession } from '#platform/web/session/session.ts'
import type { Outcome } from '#platform/web/sync/outbox-types.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import * as changes from '../../rules/changes.ts'
import type { ItemFields } from '../../rules/offline.ts'

const now = () => new Date().toISOString()

interface Done {
  id: string
  ended: Promise<Outcome>
}

/** Puts a change into the outbox: it is on screen at once, whatever the network does. `failed` is what the log says when it is refused. */
function act(change: changes.ListChange, failed: string, after: string | null = null): Done | null {
  const running = currentSyncSession()
  const { household } = currentSession()
  if (!running || !household) return null
  const done = running.outbox.add({ ...change, household, kind: 'shopping', untilRead: true, after })
  void done.ended.then((ending) => {
    if (ending.state === 'refused') console.error(`${failed}: ${ending.refusal.sentence}`)
  })
  return done
}

export const check = (item: ShoppingItem, isChecked: boolean) => act(changes.checking(item, isChecked, now()), t`Failed to update item`)
export const raise = (item: ShoppingItem) => act(changes.raising(item), t`Failed to update item`)
export const changeQuantity = (item: ShoppingItem, to: number) => act(changes.quantityChange(item, to), t`Failed to update item`)
export const changeFields = (item: ShoppingItem, fields: ItemFields) => act(changes.fieldsChange(item, fields), t`Failed to update item`)

/** Adds what people wish for; several at once can be taken back at once. */
export function addItems(wishes: readonly changes.Wish[]): void {
  for (const wish of wishes) act(changes.adding(newId(), wish, now()), t`Failed to add item`)
  if (wishes.length > 1) toast.done(t`Added ${wishes.length} items`)
}

export function removeItem(item: ShoppingItem): void {
  const change = changes.removing(item)
  offerBack(t`Removed ${item.ingredientName}`, change, act(change, t`Failed to delete item`), [item])
}

/** Takes off what is seen checked. */
export function clear(items: readonly ShoppingItem[]): void {
  if (items.length === 0) return
  const change = changes.clearing(items)
  offerBack(
    plural(items.length, { one: 'Cleared # item', other: 'Cleared # items' }),
    change,
    act(change, t`Failed to clear checked items`),
    items,
  )
}

export function putAway(items: readonly ShoppingItem[], choices: readonly changes.PutAwayChoice[]): Done | null {
  const change = changes.puttingAway(items, choices)
  const done = act(change, t`Failed to put away`)
  offerBack(plural(choices.length, { one: 'Put away # item', other: 'Put away # items' }), change, done, items)
  return done
}

/** For eight seconds one tap brings the rows back: before it was sent by taking the change back, afterwards by its opposite. */
function offerBack(said: string, change: changes.ListChange, done: Done | null, items: readonly ShoppingItem[]): void {
  if (!done) return
  toast.undo(said, () => {
    void (async () => {
      const { outbox } = currentSyncSession() ?? {}
      if (!outbox || (await outbox.withdraw(done.id))) return
      act(changes.undoing(change.words, items), t`Couldn’t undo that`, done.id)
    })()
  })
}
