import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { barcodePicture } from '#tests/support/data/pictures.ts'

/**
 * Replaces the camera with a canvas. Chromium's fake camera plays a film by the clock, so a busy machine misses its beginning; and the
 * headless shell has none.
 */
const canvasCamera = `
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
  let held = null
  let mayUse = false
  // A canvas stream captures a frame only when the canvas is drawn, so it's redrawn continuously.
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
  /** Grants the permission, which is denied until then. */
  allow(): Promise<void>
  /** Shows a package with this code, or a label with this link, or nothing (null). */
  show(code: string | null): Promise<void>
}

/** Adds a camera to all pages that `page` opens later. */
export async function addFakeCamera(page: Page): Promise<Camera> {
  await page.addInitScript(`if (navigator.mediaDevices) { ${canvasCamera} }`)
  return {
    allow: () => page.evaluate('allowCamera()'),
    async show(code) {
      const picture =
        code &&
        (await sharp(await barcodePicture(code, code.startsWith('HTTP') ? { symbology: 'qrcode' } : { scale: 2 }))
          .resize(320, 240)
          .png()
          .toBuffer())
      await page.evaluate(`holdBeforeCamera(${picture ? `'data:image/png;base64,${picture.toString('base64')}'` : null})`)
    },
  }
}
