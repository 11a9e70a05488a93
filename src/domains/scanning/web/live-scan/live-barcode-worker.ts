import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { normalizeBarcode } from '#domains/ingredients/rules/barcode.ts'
import { once } from '#platform/shared/once.ts'

/** One frame from the page. */
export interface Frame {
  pixels: ArrayBuffer
  width: number
  height: number
}
/** The codes in normalized form; `failed` if this browser can't read any. */
export type FrameReading = { codes: string[] } | { failed: true }

// Worker and page types can't be in one project, so this describes only what is used.
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

/** Returns the browser's own reader if it supports retail codes. */
async function createNativeReader(): Promise<ReadTexts | null> {
  const Detector = self.BarcodeDetector
  if (!Detector) return null
  const known: readonly string[] = await Detector.getSupportedFormats().catch(() => [])
  if (!nativeFormats.every((format) => known.includes(format))) return null
  const detector = new Detector({ formats: nativeFormats })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}

function createWasmReader(): ReadTexts {
  // By default the reader downloads its binary from a CDN; this loads it from our origin.
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  return async (picture) => (await readBarcodes(picture, options)).map(({ text }) => text)
}

const openReader = once(async () => (await createNativeReader()) ?? createWasmReader())

self.onmessage = async ({ data: { pixels, width, height } }) => {
  try {
    const readTexts = await openReader()
    const texts = await readTexts(new ImageData(new Uint8ClampedArray(pixels), width, height))
    self.postMessage({ codes: texts.flatMap((text) => normalizeBarcode(text)?.code ?? []) })
  } catch {
    self.postMessage({ failed: true })
  }
}
