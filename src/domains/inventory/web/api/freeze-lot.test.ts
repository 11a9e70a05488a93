import { expect, test } from 'vitest'
import { fakeApi, requests } from '#tests/support/browser/fake-api.ts'
import { signIn } from '#tests/support/browser/render.tsx'
import { lot } from '#tests/support/data/api-samples.ts'
import { getLot, moveLot } from '../../contract.ts'
import { freezeLot } from './freeze-lot.ts'

test('names only the storage, for the server to choose the location', async () => {
  const milk = lot()
  const sent: object[] = []
  signIn()
  fakeApi(getLot, () => milk)
  fakeApi(moveLot, ({ body }) => {
    sent.push(body)
    return lot({ id: milk.id, storage: 'FREEZER', location: 'Freezer', version: 2 })
  })
  await freezeLot(milk.id)
  expect(sent).toEqual([{ storage: 'FREEZER' }])
  expect(requests).not.toContain('GET /api/inventory?storage=FREEZER')
})
