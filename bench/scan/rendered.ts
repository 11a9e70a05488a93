/** Pictures drawn for the purpose, the same every time. */

import type { Recognition } from '#domains/scanning/server/service/recognise.ts'
import { barcodePicture, busyScene } from '#tests/support/barcode-picture.ts'

type Scan = (picture: Buffer) => Promise<Recognition>
const codes = ['4006381333931', '8413000065504', '3017620422003', '5411188110835', '7622210449283']

/** EAN-13 at every 5° from 0 to 90, slightly blurred: how many of how many are read. */
export async function scoreAngles(scan: Scan): Promise<{ read: number; of: number }> {
  const score = { read: 0, of: 0 }
  for (let rotate = 0; rotate <= 90; rotate += 5) {
    for (const code of codes) {
      const { result } = await scan(await barcodePicture(code, { rotate, blur: 1 }))
      score.of += 1
      if (result.barcode === code) score.read += 1
    }
  }
  return score
}

/** Fifty crowded scenes without a code or a food: how many yield an ingredient, an offer or a code. */
export async function scoreScenes(scan: Scan): Promise<{ scenes: number; yielding: number; ms: number[] }> {
  const score = { scenes: 0, yielding: 0, ms: [] as number[] }
  for (let seed = 1; seed <= 50; seed += 1) {
    const picture = await busyScene(seed)
    const started = performance.now()
    const { result } = await scan(picture)
    score.ms.push(performance.now() - started)
    score.scenes += 1
    if (result.success || result.ingredient || result.alternatives.length > 0 || result.barcode) score.yielding += 1
  }
  return score
}

/** A code on a shelf in a picture of 12 megapixels: what a phone sends. */
export async function timePhonePictures(scan: Scan): Promise<{ read: number; ms: number[] }> {
  const score = { read: 0, ms: [] as number[] }
  for (let seed = 1; seed <= 20; seed += 1) {
    const code = codes[seed % codes.length] ?? ''
    const background = { seed, width: 4000, height: 3000 }
    const picture = await barcodePicture(code, { rotate: (seed * 17) % 90, blur: seed % 3, scale: 3 + (seed % 4), background })
    const started = performance.now()
    const { result } = await scan(picture)
    score.ms.push(performance.now() - started)
    if (result.barcode === code) score.read += 1
  }
  return score
}
