import type { ColourPicture, GreyPicture, Region } from '#platform/server/security/safe-image.ts'
import { isPrinted, readPrintedCode } from '../../rules/printed-code.ts'
import type { CorroboratedCode } from '../../rules/scan-result.ts'
import type { Box } from '../gateway/barcode-readers.ts'
import type { BarcodeSearch } from '../gateway/read-barcodes.ts'
import type { TextLine } from '../gateway/text-reader.ts'

/** Reads print in the picture or in a part of it. */
export type ReadPrint = (part?: Region) => Promise<Print>
export interface Print {
  lines: TextLine[]
  /** The size that the lines' boxes refer to. */
  size: Pick<ColourPicture, 'width' | 'height'>
}

type Size = Pick<GreyPicture, 'width' | 'height'>

/** In larger pictures the digits next to a code are too small and are read from a crop. */
const cropFrom = 960
const margin = 0.35

function around(box: Box, size: Size): Region {
  const reach = Math.max(box.right - box.left, box.bottom - box.top) * margin
  return {
    left: (box.left - reach) / size.width,
    top: (box.top - reach) / size.height,
    right: (box.right + reach) / size.width,
    bottom: (box.bottom + reach) / size.height,
  }
}

/**
 * Returns the codes found, using printed digits as further evidence if only one decoder read a code or two disagree. If no bars could be
 * read, digits near bars are used.
 */
export async function corroborateWithPrint(search: BarcodeSearch, size: Size, read: ReadPrint): Promise<CorroboratedCode[]> {
  const isLarge = Math.max(size.width, size.height) > cropFrom
  const codes: CorroboratedCode[] = []
  for (const { code, kind, by, box, rivals } of search.codes) {
    if (by.length > 1) codes.push({ code, kind, corroborations: by.length })
    else {
      const { lines } = await read(isLarge ? around(box, size) : undefined)
      const printed = [code, ...rivals].find((each) => isPrinted(each, lines))
      codes.push({ code: printed ?? code, kind, corroborations: printed === undefined ? 1 : 2 })
    }
  }
  if (codes.length > 0 || search.bars.length === 0) return codes
  const { lines, size: printSize } = await read()
  const [across, down] = [size.width / printSize.width, size.height / printSize.height]
  const placed = lines.map(({ text, box }) => ({
    text,
    box: { left: box.left * across, right: box.right * across, top: box.top * down, bottom: box.bottom * down },
  }))
  const code = readPrintedCode(placed, search.bars)
  return code ? [{ ...code, corroborations: 1 }] : []
}
