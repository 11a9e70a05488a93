import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { scanGrayBuffer, ZBarConfigType, ZBarScanner, ZBarSymbolType } from '@undecaf/zbar-wasm'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import { expandUpcE, normalizeBarcode, type RetailCode } from '#domains/ingredients/rules/barcode.ts'
import type { GrayPicture } from '#platform/server/security/safe-image.ts'
import { readLabelLink } from '../../rules/label-link.ts'
import { readGs1Code } from '../../rules/package-code.ts'

/** Bounding box of a code in pixels of the picture it was read from. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A code as one decoder read it in one pass. */
export interface BarcodeReading extends RetailCode {
  box: Box
  /** Number of scan lines on which it was read. */
  lines: number
  /** Printed as UPC-E. */
  isShort: boolean
}

export type BarcodeReaderName = 'zxing' | 'zbar'
/** `isUpright`: bars are known to be upright and dark on light, which saves three quarters of the search. */
export type BarcodeReader = (picture: GrayPicture, isUpright?: boolean) => Promise<BarcodeReading[]>

// By default zxing-wasm downloads its binary from a CDN; this loads the installed one.
const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) } })

const zxingOptions: ReaderOptions = { formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE'], textMode: 'Plain' }
const zxingUpright: ReaderOptions = { ...zxingOptions, tryRotate: false, tryInvert: false }

const gs1Options: Record<'matrix' | 'linear', ReaderOptions> = {
  // Without `tryHarder`, the 27 drawn codes of each kind are read as well, in a third of the time.
  matrix: { formats: ['QRCode', 'DataMatrix'], textMode: 'Plain', tryHarder: false },
  linear: { formats: ['DataBarExp', 'DataBarExpStk', 'Code128'], textMode: 'Plain' },
}

/** Returns the texts of GS1 codes that name a product, and the links of labels. Each kind corrects or detects errors itself. */
export async function readGs1Texts(picture: GrayPicture, kind: 'matrix' | 'linear'): Promise<string[]> {
  const results = await readBarcodes(toGreymap(picture), gs1Options[kind])
  const isGs1 = ({ text, contentType }: { text: string; contentType: string }) => contentType === 'GS1' || /^https?:/i.test(text)
  // The day only decides the century of a date.
  return results.flatMap((result) =>
    isGs1(result) && (readGs1Code(result.text, '2026-01-01') ?? readLabelLink(result.text)) ? [result.text] : [],
  )
}

/** A quarter of the bytes of RGBA. */
const toGreymap = ({ data, width, height }: GrayPicture) => Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data])

function around(points: readonly { x: number; y: number }[]): Box {
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

/** Reads codes with zxing. */
export const zxing: BarcodeReader = async (picture, isUpright = false) => {
  const results = await readBarcodes(toGreymap(picture), isUpright ? zxingUpright : zxingOptions)
  return results.flatMap(({ text, format, position, lineCount }) => {
    const code = normalizeBarcode(format === 'UPCE' && text.length === 8 ? (expandUpcE(text) ?? '') : text)
    return code
      ? [
          {
            ...code,
            box: around([position.topLeft, position.topRight, position.bottomRight, position.bottomLeft]),
            lines: lineCount,
            isShort: format === 'UPCE',
          },
        ]
      : []
  })
}

const zbarKinds = [ZBarSymbolType.ZBAR_EAN13, ZBarSymbolType.ZBAR_EAN8, ZBarSymbolType.ZBAR_UPCA, ZBarSymbolType.ZBAR_UPCE]
// Half of a blurred UPC-A passes for a UPC-E. In the test photos every correct one was read on at least 20 lines, every wrong one on at
// most 10.
const minUpcELines = 15
async function retailScanner(isUpright: boolean) {
  const scanner = await ZBarScanner.create()
  scanner.setConfig(ZBarSymbolType.ZBAR_NONE, ZBarConfigType.ZBAR_CFG_ENABLE, 0)
  for (const kind of zbarKinds) scanner.setConfig(kind, ZBarConfigType.ZBAR_CFG_ENABLE, 1)
  // Skips vertical scan lines.
  if (isUpright) scanner.setConfig(ZBarSymbolType.ZBAR_NONE, ZBarConfigType.ZBAR_CFG_X_DENSITY, 0)
  return scanner
}

/**
 * Reads codes with zbar. Uses a new scanner for each picture: a scanner keeps half a code and completes it with half of the next picture's.
 */
export const zbar: BarcodeReader = async ({ data, width, height }, isUpright = false) => {
  const scanner = await retailScanner(isUpright)
  try {
    const symbols = await scanGrayBuffer(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength), width, height, scanner)
    return symbols.flatMap((symbol) => {
      const text = symbol.decode()
      const isShort = symbol.type === ZBarSymbolType.ZBAR_UPCE
      if (isShort && symbol.quality < minUpcELines) return []
      const code = normalizeBarcode(isShort ? (expandUpcE(text) ?? '') : text)
      return code && symbol.points.length > 0 ? [{ ...code, box: around(symbol.points), lines: symbol.quality, isShort }] : []
    })
  } finally {
    scanner.destroy()
  }
}
