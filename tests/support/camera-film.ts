import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { barcodePicture } from './barcode-picture.ts'

const [width, height] = [320, 240]
const framesPerSecond = 5
/** Long enough for a busy machine to look twice. */
const framesOfCode = 8
/** After the last code nothing is seen for so long, so that a short test sees each code once though the film runs in a circle. */
const emptyFrames = 150

/**
 * Writes what a camera sees as one pack after another is held before it: raw video (YUV4MPEG2), as Chromium takes it with
 * `--use-file-for-fake-video-capture`.
 */
export async function writeFilm(file: string, codes: readonly string[]): Promise<void> {
  const grey = Buffer.alloc((width * height) / 2, 128)
  const film = await open(file, 'w')
  const show = async (picture: Buffer, frames: number) => {
    for (let frame = 0; frame < frames; frame += 1) await film.writev([Buffer.from('FRAME\n'), picture, grey])
  }
  await film.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420mpeg2\n`)
  for (const code of codes) {
    const pack = await sharp(await barcodePicture(code, { scale: 2 }))
      .resize({ width, height, fit: 'cover' })
      .greyscale()
      .raw()
      .toBuffer()
    await show(pack, framesOfCode)
  }
  await show(Buffer.alloc(width * height, 235), emptyFrames)
  await film.close()
}
