import { expect, test } from 'vitest'
import { endSession } from '#platform/web/session/session.ts'
import { startOutbox } from '#platform/web/sync/sync-session.ts'
import { fakeApi, requests } from '#tests/support/browser/fake-api.ts'
import { signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { listWith, row } from '#tests/support/data/shopping-rows.ts'
import { getShoppingList } from '../../contract/index.ts'
import { openListReplica } from './list-replica.ts'

test('closes the list at sign-out and opens another for the next person', async () => {
  signIn()
  fakeApi(getShoppingList, () => listWith([row('Milk')]))
  const session = startOutbox('ada')
  const list = openListReplica(session, testHousehold)
  await expect.poll(() => list.state().view?.items.length).toBe(1)
  endSession()
  requests.length = 0
  window.dispatchEvent(new Event('online'))
  expect(requests).toEqual([])
  signIn()
  expect(openListReplica(session, testHousehold)).not.toBe(list)
})
