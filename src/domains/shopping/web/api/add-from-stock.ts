import { t } from '@lingui/core/macro'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { call, errorMessage } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { currentSession } from '#platform/web/session/session.ts'
import type { ReplyReplica } from '#platform/web/sync/reply-replica-types.ts'
import { currentSyncSession, type SyncSession } from '#platform/web/sync/sync-session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { addShoppingItem, type ShoppingItem } from '../../contract/index.ts'
import type { ListView } from '../../rules/offline.ts'
import { addItem, increment, withdrawItem } from './list-mutation.ts'
import { openListReplica } from './list-replica.ts'

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
  const session = currentSyncSession()
  if (!session || !household) return addDirectly(id, name)
  const listed = await findListed(session, household, { id, name, category })
  if (listed) return toast.offer(t`${name} is already on the list`, t`Add more`, () => void increment(listed))
  const row = newId()
  if (addItem(row, { name, ingredientId: id, category, quantity: null, unit: null }))
    toast.undo(t`Added ${name} to the list`, () => void withdrawItem(row, name))
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

async function findListed(session: SyncSession, household: string, { id, name }: Stocked): Promise<ShoppingItem | null> {
  const view = await firstView(openListReplica(session, household))
  const key = ingredientKey(name)
  const isSame = (item: ShoppingItem) => item.ingredientId === id || ingredientKey(item.ingredientName) === key
  return view?.items.find((item) => !item.isChecked && isSame(item)) ?? null
}

/** Returns the list once it is known; null after a while. */
const firstView = (replica: ReplyReplica<ListView>) =>
  new Promise<ListView | null>((resolve) => {
    const settle = () => {
      const { view } = replica.state()
      if (view) finish(view)
    }
    const stop = replica.watch(settle)
    const timer = setTimeout(() => finish(null), listTimeoutMs)
    const finish = (view: ListView | null) => {
      clearTimeout(timer)
      stop()
      resolve(view)
    }
    settle()
  })
