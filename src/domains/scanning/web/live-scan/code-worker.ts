import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { normaliseBarcode } from '#domains/ingredients/rules/barcode.ts'

/** One frame, as the page hands it over. */
export interface Frame {
  pixels: ArrayBuffer
  width: number
  height: number
}
/** The codes in it, in normal form; `failed`: this browser cannot read any. */
export type FrameReading = { codes: string[] } | { failed: true }

// The types of a worker and of a page cannot stand in one project: only what is used here is described.
interface NativeDetector {
  detect: (picture: ImageData) => Promise<readonly { rawValue: string }[]>
}
interface NativeDetectors {
  new (options: { formats: readonly string[] }): NativeDetector
  getSupportedFormats: () => Promise<readonly string[]>
}
declare const self: {
  readonly BarcodeDetector?: NativeDetectors
  onmessage: ((event: MessageEvent<Frame>) => void) | null
  postMessage: (message: FrameReading) => void
}

const nativeFormats = ['ean_13', 'ean_8', 'upc_a', 'upc_e'] as const
const options: ReaderOptions = { formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE'], textMode: 'Plain', maxNumberOfSymbols: 4 }

type ReadTexts = (picture: ImageData) => Promise<string[]>

/** The browser's own reader where it knows the codes of shops. */
async function native(): Promise<ReadTexts | null> {
  const Detector = self.BarcodeDetector
  if (!Detector) return null
  const known: readonly string[] = await Detector.getSupportedFormats().catch(() => [])
  if (!nativeFormats.every((format) => known.includes(format))) return null
  const detector = new Detector({ formats: nativeFormats })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}

function own(): ReadTexts {
  // Left to itself the reader fetches its program from a content network; here it comes from our own origin.
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  return async (picture) => (await readBarcodes(picture, options)).map(({ text }) => text)
}

let reader: Promise<ReadTexts> | undefined
const begin = async () => (await native()) ?? own()

self.onmessage = async ({ data: { pixels, width, height } }) => {
  try {
    reader ??= begin()
    const texts = await (await reader)(new ImageData(new Uint8ClampedArray(pixels), width, height))
    self.postMessage({ codes: texts.flatMap((text) => normaliseBarcode(text)?.code ?? []) })
  } catch {
    self.postMessage({ failed: true })
  }
}
