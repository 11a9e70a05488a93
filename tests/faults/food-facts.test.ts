import { afterAll, beforeAll, expect, it } from 'vitest'
import { scanBarcode } from '#domains/scanning/contract.ts'
import { answers, type FoodFacts, startFoodFacts } from '#tests/support/fakes/open-food-facts.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import type { RunningServer } from '#tests/support/server/server-processes.ts'
import { newStore, type Store } from '#tests/support/server/server-processes.ts'

let service: FoodFacts
let store: Store
const servers: RunningServer[] = []
beforeAll(async () => {
  service = await startFoodFacts(answers.unknown)
  store = await newStore()
  const start = () => store.start({ LARDER_OPENFOODFACTS_URL: service.url })
  servers.push(await start())
  if (process.env.LARDER_TEST_ENGINE === 'postgres') servers.push(await start())
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await store.remove()
  await service.close()
})

/** Appends the check digit of a GTIN-13. */
const withCheck = (digits: string) =>
  digits + String((10 - ([...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10)) % 10)

it('F-16: all processes on a database send Open Food Facts at most 12 requests a minute', async () => {
  const ana = await signUp(servers[0]?.url ?? '')
  await shareHousehold(ana)
  const codes = Array.from({ length: 40 }, (_, at) => withCheck(String(400_000_000_000 + at * 7919)))
  const found = await Promise.all(
    codes.map((code, at) => ana.must(scanBarcode, { body: { code }, url: servers[at % servers.length]?.url ?? '' })),
  )
  // Every scan gets a response and can be named; codes over the limit weren't sent.
  expect(found.map(({ barcode }) => barcode)).toEqual(codes)
  expect(service.requestedCodes.length).toBe(12)
})
