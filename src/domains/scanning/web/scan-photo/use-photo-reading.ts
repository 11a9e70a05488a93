import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { errorMessage, upload } from '#platform/web/api/call.ts'
import type { readReceiptPhoto, readShelfPhoto } from '../../contract.ts'
import { imageProblem } from '../api.ts'

export interface PhotoReading {
  isReading: boolean
  /** Why the last photo couldn't be read. */
  failure: string | null
  read: (file: File | undefined) => void
  clearFailure: () => void
}

/** Sends photos to be read, one at a time. `onRead` returns why a reading is of no use, or null. */
export function usePhotoReading<E extends typeof readReceiptPhoto | typeof readShelfPhoto>(
  endpoint: E,
  onRead: (reading: ReplyOf<E>) => string | null,
): PhotoReading {
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
      setFailure(onRead(await upload(endpoint, form)))
    } catch (error) {
      setFailure(errorMessage(error, t`Failed to process image`))
    } finally {
      setIsReading(false)
    }
  }
  return { isReading, failure, read: (file) => void read(file), clearFailure: () => setFailure(null) }
}
