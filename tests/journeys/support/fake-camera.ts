import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { barcodePicture } from '#tests/support/data/pictures.ts'

/**
 * The page's camera is a canvas. Chromium's own pretended camera plays a film by the clock, of which a busy machine misses
 * the beginning, and its windowless build has none.
 */
const seeThroughCanvas = `
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
  let held = null
  let mayUse = false
  // A stream takes a picture of its canvas whenever the page is drawn, and this one may stand still.
  const paint = () => {
    const pen = canvas.getContext('2d')
    pen.fillStyle = '#eee'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    if (held) pen.drawImage(held, 0, 0)
    setTimeout(() => requestAnimationFrame(paint), 100)
  }
  paint()
  window.allowCamera = () => { mayUse = true }
  window.holdBeforeCamera = async (source) => {
    held = source ? Object.assign(new Image(), { src: source }) : null
    await held?.decode()
  }
  navigator.mediaDevices.getUserMedia = async () => {
    if (!mayUse) throw new DOMException('Permission denied', 'NotAllowedError')
    return canvas.captureStream(10)
  }
`

interface Camera {
  /** As a person does in the browser's own question; until then it is refused. */
  allow(): Promise<void>
  /** Holds a pack with this code before it, or nothing (null). */
  see(code: string | null): Promise<void>
}

/** A camera for the pages that `page` opens from now on. */
export async function giveCamera(page: Page): Promise<Camera> {
  await page.addInitScript(`if (navigator.mediaDevices) { ${seeThroughCanvas} }`)
  return {
    allow: () => page.evaluate('allowCamera()'),
    async see(code) {
      const picture =
        code &&
        (await sharp(await barcodePicture(code, { scale: 2 }))
          .resize(320, 240)
          .png()
          .toBuffer())
      await page.evaluate(`holdBeforeCamera(${picture ? `'data:image/png;base64,${picture.toString('base64')}'` : null})`)
    },
  }
}
