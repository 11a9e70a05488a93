import { t } from '@lingui/core/macro'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { call, errorMessage } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { addShoppingItem, listNamedLists, type ShoppingItem } from '../../contract/index.ts'
import { addItem, increment, withdrawItem } from './list-mutation.ts'
import { readList } from './use-list.ts'

interface Stocked {
  id: string
  name: string
  category: string
}

/** How long to wait for the list, to find out whether the ingredient is on it. */
const listTimeoutMs = 1500

/** Adds an ingredient to the list, with Undo. Asks first if it is on the list. */
export async function addFromStock({ id, name, category }: Stocked): Promise<void> {
  const { household } = currentSession()
  if (!currentSyncSession() || !household) return addDirectly(id, name)
  const listed = await findListed(household, { id, name, category })
  if (listed) return toast.offer(alreadyListedMessage(name, listed), t`Add more`, () => void increment(listed))
  const row = newId()
  if (addItem(row, { name, ingredientId: id, category, quantity: null, unit: null }))
    toast.undo(t`Added ${name} to the list`, () => void withdrawItem(row, name))
}

function alreadyListedMessage(name: string, { listId }: ShoppingItem): string {
  const list = cache.getQueryData(endpointQuery(listNamedLists, {}).queryKey)?.find(({ id }) => id === listId)
  return list ? t`${name} is already on the list ${list.name}` : t`${name} is already on the list`
}

/** Before the outbox is open. */
async function addDirectly(ingredientId: string, name: string): Promise<void> {
  try {
    await call(addShoppingItem, { body: { ingredientId } })
    toast.done(t`Added ${name} to the list`)
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to add item`))
  }
}

async function findListed(household: string, { id, name }: Stocked): Promise<ShoppingItem | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), listTimeoutMs))
  const items = await Promise.race([readList(household).catch(() => null), timeout])
  const key = ingredientKey(name)
  const isSame = (item: ShoppingItem) => item.ingredientId === id || ingredientKey(item.ingredientName) === key
  return items?.find((item) => !item.isChecked && isSame(item)) ?? null
}
