import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { promptForRecentAuth } from '#platform/web/session/recent-auth.ts'

const RecentAuthForm = lazy(() => import('./recent-auth-form.tsx'))

/** Asks for the password or a passkey whenever the server wants a recent check. The request that was refused is then repeated. */
export function RecentAuthPrompt() {
  const [isOpen, setOpen] = useState(false)
  const settle = useRef<(isAccepted: boolean) => void>(() => {})
  const close = (isAccepted: boolean) => {
    setOpen(false)
    settle.current(isAccepted)
  }
  useEffect(() => {
    const stop = promptForRecentAuth(
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
