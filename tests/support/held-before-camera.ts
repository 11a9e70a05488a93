import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { barcodePicture } from './barcode-picture.ts'

/**
 * The real camera is asked for, and given or refused, as ever; what comes out of it is a canvas. A file given with
 * `--use-file-for-fake-video-capture` runs by the clock, and a busy machine misses what it showed.
 */
const seeThroughCanvas = `
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
  let held = null
  setInterval(() => {
    const pen = canvas.getContext('2d')
    pen.fillStyle = '#eee'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    if (held) pen.drawImage(held, 0, 0)
  }, 100)
  window.holdBeforeCamera = async (source) => {
    held = source ? Object.assign(new Image(), { src: source }) : null
    await held?.decode()
  }
  if (navigator.mediaDevices) {
    const lend = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      for (const track of (await lend(wanted)).getTracks()) track.stop()
      return canvas.captureStream(10)
    }
  }
`

/**
 * Puts a pack with this code before the camera of pages opened from now on, or takes it away (null). The browser must be
 * started with `--use-fake-device-for-media-stream`.
 */
export async function withPacks(page: Page): Promise<(code: string | null) => Promise<void>> {
  await page.addInitScript(`(() => {${seeThroughCanvas}})()`)
  return async (code) => {
    const picture =
      code &&
      (await sharp(await barcodePicture(code, { scale: 2 }))
        .resize(320, 240)
        .png()
        .toBuffer())
    await page.evaluate(`holdBeforeCamera(${picture ? `'data:image/png;base64,${picture.toString('base64')}'` : null})`)
  }
}
