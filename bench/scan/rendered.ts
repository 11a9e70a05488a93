/** Deterministic rendered pictures. */

import type { Recognition } from '#domains/scanning/server/use-cases/recognize-photo.ts'
import { barcodePicture, busyScene, gs1Symbologies, printedPicture } from '#tests/support/data/pictures.ts'

type Scan = (picture: Buffer) => Promise<Recognition>
const codes = ['4006381333931', '8413000065504', '3017620422003', '5411188110835', '7622210449283']

/** EAN-13 at every 5° from 0 to 90, slightly blurred. */
export async function scoreAngles(scan: Scan): Promise<{ read: number; wrong: number; of: number }> {
  const score = { read: 0, wrong: 0, of: 0 }
  for (let rotate = 0; rotate <= 90; rotate += 5) {
    for (const code of codes) {
      const { result } = await scan(await barcodePicture(code, { rotate, blur: 1 }))
      score.of += 1
      if (result.barcode === code) score.read += 1
      else if (result.barcode !== null) score.wrong += 1
    }
  }
  return score
}

/** 225 GS1 codes of six kinds at every 12° (long ones, which people hold straight, within 24°), sharp and blurred. */
export async function scoreGs1(scan: Scan): Promise<{ read: number; wrong: number; of: number }> {
  const score = { read: 0, wrong: 0, of: 0 }
  for (const symbology of gs1Symbologies) {
    const isLong = /databar|128/.test(symbology)
    for (const rotate of isLong ? [-24, -12, 0, 12, 24, 156, 168, 180, 192, 204] : Array.from({ length: 15 }, (_, at) => at * 12)) {
      for (const blur of [0, 1, 1.5]) {
        const weight = String(100_000 + score.of * 37)
        const text = symbology === 'qrcode' ? `https://id.gs1.org/01/90012345678908?3103=${weight}` : `(01)90012345678908(3103)${weight}`
        const { result } = await scan(await barcodePicture(text, { symbology, rotate, blur }))
        score.of += 1
        if (result.barcode === '0012345678905' && result.quantity === Number(weight) / 1000) score.read += 1
        else if (result.barcode === null) console.error(`unread: ${symbology} at ${rotate}°, blur ${blur}`)
        else score.wrong += 1
      }
    }
  }
  return score
}

/** Fifty crowded scenes without a code or a food: how many yield a food or a code, and how many only suggestions. */
export async function scoreScenes(scan: Scan): Promise<{ answered: number; offered: number; ms: number[] }> {
  const score = { answered: 0, offered: 0, ms: [] as number[] }
  for (let seed = 1; seed <= 50; seed += 1) {
    const picture = await busyScene(seed)
    const started = performance.now()
    const { result } = await scan(picture)
    score.ms.push(performance.now() - started)
    if (result.success || result.ingredient || result.barcode) score.answered += 1
    else if (result.alternatives.length > 0) score.offered += 1
  }
  return score
}

const names = ['Peanut butter', 'Oats', 'Rice', 'Milk', 'Butter', 'Honey', 'Flour', 'Tomato paste', 'Coffee', 'Yogurt']

/** Packs with a name, small print and a date: how many names and dates are read. */
export async function scorePrint(scan: Scan): Promise<{ named: number; dated: number; ms: number[] }> {
  const score = { named: 0, dated: 0, ms: [] as number[] }
  for (const [at, name] of names.entries()) {
    for (const size of [14, 20]) {
      const day = String(at + 10)
      const picture = await printedPicture([name, `Best before ${day}/03/2027`, 'Store in a dry place', '500 g'], { size, rotate: at - 5 })
      const started = performance.now()
      const { result } = await scan(picture)
      score.ms.push(performance.now() - started)
      if (result.alternatives[0]?.name === name) score.named += 1
      else console.error(`${name}, letters of ${size}: ${result.alternatives[0]?.name ?? 'nothing'}, from "${result.extractedText}"`)
      if (result.expirationDate === `2027-03-${day}`) score.dated += 1
    }
  }
  return score
}

interface Shown {
  code: string
  picture: Buffer
}

/** Renders 12-megapixel phone pictures: small, more or less blurred codes on a shelf, or packs with a large sharp code. */
export async function phonePictures(what: 'shelf' | 'pack'): Promise<Shown[]> {
  const drawn: Shown[] = []
  for (let seed = 1; seed <= 20; seed += 1) {
    const code = codes[seed % codes.length] ?? ''
    const background = { seed, width: 4000, height: 3000 }
    const look = what === 'shelf' ? { blur: seed % 3, scale: 3 + (seed % 4) } : { blur: 1, scale: 8 + (seed % 5) }
    drawn.push({ code, picture: await barcodePicture(code, { rotate: (seed * 17) % 90, ...look, background }) })
  }
  return drawn
}

export async function timePhonePictures(pictures: readonly Shown[], scan: Scan): Promise<{ read: number; ms: number[] }> {
  const score = { read: 0, ms: [] as number[] }
  for (const { code, picture } of pictures) {
    const started = performance.now()
    const { result } = await scan(picture)
    score.ms.push(performance.now() - started)
    if (result.barcode === code) score.read += 1
  }
  return score
}
