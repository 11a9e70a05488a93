import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { setRecentAuthPrompt } from '#platform/web/session/recent-auth.ts'

const RecentAuthForm = lazy(() => import('./recent-auth-form.tsx'))

type Caller = (isAccepted: boolean) => void
function settle(callers: Caller[], isAccepted: boolean): void {
  for (const resolve of callers.splice(0)) resolve(isAccepted)
}

/** Prompts for the password or a passkey when the server requires recent authentication. The rejected request is then repeated. */
export function RecentAuthPrompt() {
  const [isOpen, setOpen] = useState(false)
  const callers = useRef<Caller[]>([])
  const close = (isAccepted: boolean) => {
    setOpen(false)
    settle(callers.current, isAccepted)
  }
  useEffect(() => {
    const stop = setRecentAuthPrompt(
      () =>
        new Promise((resolve) => {
          callers.current.push(resolve)
          setOpen(true)
        }),
    )
    return () => {
      stop()
      settle(callers.current, false)
    }
  }, [])
  return isOpen ? (
    <Suspense fallback={null}>
      <RecentAuthForm onDone={close} />
    </Suspense>
  ) : null
}
