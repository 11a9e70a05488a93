import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { errorMessage, upload } from '#platform/web/api/call.ts'
import { type ReceiptReading, readReceiptPhoto } from '../../contract.ts'
import { imageProblem } from '../api.ts'

interface PhotoReading {
  isReading: boolean
  /** Why the last photo couldn't be read. */
  failure: string | null
  read: (file: File | undefined) => void
  clearFailure: () => void
}

/** Reads photos of receipts, one at a time. `onRead` gets what has lines. */
export function useReceiptReading(onRead: (reading: ReceiptReading) => void): PhotoReading {
  const [isReading, setIsReading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const read = async (file: File | undefined) => {
    if (isReading) return
    const problem = file && imageProblem(file)
    setFailure(problem ?? null)
    if (!file || problem) return
    setIsReading(true)
    const form = new FormData()
    form.set('image', file, file.name)
    try {
      const reading = await upload(readReceiptPhoto, form)
      if (reading.lines.length > 0) onRead(reading)
      else setFailure(t`Couldn’t read any items. Lay the receipt flat and take the photo from directly above.`)
    } catch (error) {
      setFailure(errorMessage(error, t`Failed to process image`))
    } finally {
      setIsReading(false)
    }
  }
  return { isReading, failure, read: (file) => void read(file), clearFailure: () => setFailure(null) }
}
