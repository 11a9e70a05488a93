import { t } from '@lingui/core/macro'
import { type ReceiptReading, readReceiptPhoto } from '../../contract.ts'
import { type PhotoReading, usePhotoReading } from '../scan-photo/use-photo-reading.ts'

/** Reads photos of receipts, one at a time. `onRead` gets what has lines. */
export const useReceiptReading = (onRead: (reading: ReceiptReading) => void): PhotoReading =>
  usePhotoReading(readReceiptPhoto, (reading) => {
    if (reading.lines.length === 0) return t`Couldn’t read any items. Lay the receipt flat and take the photo from directly above.`
    onRead(reading)
    return null
  })
