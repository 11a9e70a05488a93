import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { setRecentAuthPrompt } from '#platform/web/session/recent-auth.ts'

const RecentAuthForm = lazy(() => import('./recent-auth-form.tsx'))

/** Prompts for the password or a passkey when the server requires recent authentication. The rejected request is then repeated. */
export function RecentAuthPrompt() {
  const [isOpen, setOpen] = useState(false)
  const settle = useRef<(isAccepted: boolean) => void>(() => {})
  const close = (isAccepted: boolean) => {
    setOpen(false)
    settle.current(isAccepted)
  }
  useEffect(() => {
    const stop = setRecentAuthPrompt(
      () =>
        new Promise((resolve) => {
          settle.current = resolve
          setOpen(true)
        }),
    )
    return () => {
      stop()
      settle.current(false)
    }
  }, [])
  return isOpen ? (
    <Suspense fallback={null}>
      <RecentAuthForm onDone={close} />
    </Suspense>
  ) : null
}
