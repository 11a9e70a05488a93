import { type ReactNode, useEffect, useState } from 'react'
import { Notice } from '../ui/notice.tsx'

const shownMs = 3000

/** Returns a notice that something was saved, null if there is none, and a function that shows its text for three seconds. */
export function useSavedNotice(): [notice: ReactNode, show: (text: string | null) => void] {
  const [text, show] = useState<string | null>(null)
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => show(null), shownMs)
    return () => clearTimeout(timer)
  }, [text])
  const notice =
    text === null ? null : (
      <Notice tone="success" alert>
        {text}
      </Notice>
    )
  return [notice, show]
}
