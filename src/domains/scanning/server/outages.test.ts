import { afterAll, describe, expect, it } from 'vitest'
import { answers, startFoodFacts } from '#tests/support/fakes/open-food-facts.ts'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { scanBarcode } from '../contract.ts'

const service = await startFoodFacts()
afterAll(() => service.close())
const testApp = useTestApp({ LARDER_OPENFOODFACTS_URL: service.url })

describe('F-16: while Open Food Facts', () => {
  it.each([
    ['is down', answers.gone, '4006381333931'],
    ['returns HTML', answers.raw(200, 'text/html', '<h1>Sorry</h1>'), '3017620422003'],
    // The service never responds here; the request doesn't wait for its 30 seconds.
    ['hangs', answers.silent, '5000112637922'],
    ['throttles with 503', answers.busy, '7622210449283'],
  ])('%s, a scan returns the code to be named by the user', async (_what, behaviour, code) => {
    const ana = await testApp().person()
    await testApp().household(ana)
    service.behave(behaviour)
    const { status, body } = await ana.call(scanBarcode, { body: { code } })
    expect({ status, success: body.success, barcode: body.barcode }).toEqual({ status: 200, success: false, barcode: code })
  })
})
