import { afterAll, describe, expect, it } from 'vitest'
import { startDecoder } from '#domains/scanning/server/gateway/barcode-decoder.ts'
import { safeImage } from '#platform/server/security/safe-image.ts'
import { barcodePicture, busyScene } from './pictures.ts'

// No time limit, so that a busy machine reads as much as an idle one.
const budgetMs = 60_000
const decoder = startDecoder({ maxWaiting: 100 })
afterAll(() => decoder.close())
const codesIn = async (picture: Buffer) =>
  (await decoder.decode(await (await safeImage(picture)).toGray(), budgetMs)).map(({ code }) => code)

describe('a rendered picture', () => {
  it('of an EAN-13 is read at 95% or more of every 5° from 0 to 90, slightly blurred', async () => {
    // Each angle once, with three codes in turn; `npm run bench scan` draws five codes at each.
    const codes = ['4006381333931', '8413000065504', '5000213002834']
    const views = Array.from({ length: 19 }, (_, step) => ({ code: codes[step % codes.length] ?? '', rotate: step * 5 }))
    const results = await Promise.all(
      views.map(async ({ code, rotate }) => ({ code, rotate, codes: await codesIn(await barcodePicture(code, { rotate, blur: 1 })) })),
    )
    const missed = results.filter(({ code, codes }) => codes[0] !== code)
    expect(views.length - missed.length, JSON.stringify(missed)).toBeGreaterThanOrEqual(views.length * 0.95)
  })

  it('of a busy scene contains no code', async () => {
    const found: string[] = []
    for (let seed = 1; seed <= 6; seed += 1) {
      for (const code of await codesIn(await busyScene(seed, 480, 360))) found.push(`scene ${seed}: ${code}`)
    }
    expect(found).toEqual([])
  })
})
