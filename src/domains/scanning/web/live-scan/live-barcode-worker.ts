import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { normalizeBarcode } from '#domains/ingredients/rules/barcode.ts'
import { once } from '#platform/shared/once.ts'
import { readLabelLink } from '../../rules/label-link.ts'
import { readGs1Code } from '../../rules/package-code.ts'
import type { CodeReading } from '../../rules/stable-read-filter.ts'

/** One frame from the page. */
export interface Frame {
  pixels: ArrayBuffer
  width: number
  height: number
}
/** `failed` if this browser can't read any codes. */
export type FrameReading = { codes: CodeReading[] } | { failed: true }

// Worker and page types can't be in one project, so this describes only what is used.
interface NativeDetector {
  detect: (picture: ImageData) => Promise<readonly { rawValue: string; format: string }[]>
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
/** Read where the browser can; they may be GS1 codes, or links of labels. */
const nativeGs1Formats: readonly string[] = ['qr_code', 'data_matrix', 'databar_expanded', 'code_128']
const options: ReaderOptions = { formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE'], textMode: 'Plain', maxNumberOfSymbols: 4 }
const gs1Options: ReaderOptions = {
  ...options,
  formats: ['QRCode', 'DataMatrix', 'DataBarExp', 'DataBarExpStk', 'Code128'],
  // Frames follow each other; the next may be sharper.
  tryHarder: false,
}
/** Without a retail code in it, only each fourth frame is searched for GS1 codes: that takes as long again. */
const gs1Every = 4

/** Other kinds of codes often hold a number that is none of a product. */
interface ReadText {
  text: string
  isRetail: boolean
}
type ReadTexts = (picture: ImageData) => Promise<ReadText[]>

/** Returns the browser's own reader if it supports retail codes. */
async function createNativeReader(): Promise<ReadTexts | null> {
  const Detector = self.BarcodeDetector
  if (!Detector) return null
  const known: readonly string[] = await Detector.getSupportedFormats().catch(() => [])
  if (!nativeFormats.every((format) => known.includes(format))) return null
  const detector = new Detector({ formats: [...nativeFormats, ...nativeGs1Formats.filter((format) => known.includes(format))] })
  const retail: readonly string[] = nativeFormats
  return async (picture) =>
    (await detector.detect(picture)).map(({ rawValue, format }) => ({ text: rawValue, isRetail: retail.includes(format) }))
}

function createWasmReader(): ReadTexts {
  // By default the reader downloads its binary from a CDN; this loads it from our origin.
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  let frame = 0
  return async (picture) => {
    const retail = await readBarcodes(picture, options)
    frame += 1
    const gs1 = retail.length > 0 || frame % gs1Every === 0 ? await readBarcodes(picture, gs1Options) : []
    return [...retail.map(({ text }) => ({ text, isRetail: true })), ...gs1.map(({ text }) => ({ text, isRetail: false }))]
  }
}

function toReadings(texts: readonly ReadText[]): CodeReading[] {
  const today = new Date().toISOString().slice(0, 10)
  const longest = new Map<string, string>()
  for (const { text, isRetail } of texts) {
    const code = isRetail ? normalizeBarcode(text)?.code : (readGs1Code(text, today)?.code ?? readLabelLink(text) ?? undefined)
    if (code !== undefined && text.length > (longest.get(code)?.length ?? 0)) longest.set(code, text)
  }
  return [...longest].map(([code, text]) => ({ code, text }))
}

const openReader = once(async () => (await createNativeReader()) ?? createWasmReader())

self.onmessage = async ({ data: { pixels, width, height } }) => {
  try {
    const readTexts = await openReader()
    const texts = await readTexts(new ImageData(new Uint8ClampedArray(pixels), width, height))
    self.postMessage({ codes: toReadings(texts) })
  } catch {
    self.postMessage({ failed: true })
  }
}
