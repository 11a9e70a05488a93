import { afterEach, expect, test } from 'vitest'
import { getMe } from '#domains/account/contract/index.ts'
import { type Household, listHouseholds } from '#domains/households/contract/index.ts'
import { cache, queryKeyOf } from '#platform/web/api/query-cache.ts'
import { readDraft, writeDraft } from '#platform/web/forms/drafts.ts'
import { setActiveHousehold } from '#platform/web/session/session.ts'
import { signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { guestUser } from '#tests/support/data/api-samples.ts'
import { syncOutboxWithUser } from './sync-outbox-with-user.ts'

let stop = () => {}
afterEach(() => stop())

test('deletes the drafts of a household that the person has left', () => {
  const left = '22222222-2222-4222-8222-222222222222'
  signIn(left)
  writeDraft('item', 'salt')
  signIn()
  writeDraft('item', 'flour')
  stop = syncOutboxWithUser()
  cache.setQueryData(queryKeyOf(getMe, {}), guestUser())
  cache.setQueryData(queryKeyOf(listHouseholds, {}), [{ id: testHousehold } as Household])
  expect(readDraft('item')).toBe('flour')
  setActiveHousehold(left)
  expect(readDraft('item')).toBeUndefined()
})
