import '#platform/web/ui/tokens.css'
import { Trans } from '@lingui/react/macro'
import { lazy, StrictMode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { hasInvite, saveInvite } from '#domains/households/web/households/invite-link.ts'
import { prepareLanguage } from '#platform/web/i18n/language.ts'
import { keepInstallOffer } from '#platform/web/session/install.ts'
import { currentSession, watchSession } from '#platform/web/session/session.ts'
import { startLive } from '#platform/web/sync/live.ts'
import { currentPath, isPublic, navigateTo, watchLocation } from './screens/location.ts'

// No screen's code runs before it is known in which language: see `language.ts`.
const loadSignedOutPages = () => prepareLanguage('door').then(() => import('./screens/signed-out.tsx'))
const loadSignedInApp = () => prepareLanguage('all').then(() => import('./screens/app.tsx'))
const SignedOutPages = lazy(loadSignedOutPages)
const SignedInApp = lazy(loadSignedInApp)

const enterSignedInApp = () => navigateTo(hasInvite() ? '/households' : '/')
const isSignedIn = () => currentSession().token !== null

/** The welcome pages and the kitchen are two apps with one address bar: who is at the door loads only the door. */
function Larder() {
  const path = useSyncExternalStore(watchLocation, currentPath)
  const signedIn = useSyncExternalStore(watchSession, isSignedIn)
  const turnedAway = !signedIn && !isPublic(path)
  useEffect(() => {
    if (!turnedAway) return
    // An invite that a signed-out person follows must survive the sign-in.
    saveInvite(location.hash)
    navigateTo('/login', { replace: true })
  }, [turnedAway])

  if (turnedAway) return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      {isPublic(path) ? <SignedOutPages path={path} onEntered={enterSignedInApp} onTyping={loadSignedInApp} /> : <SignedInApp />}
    </Suspense>
  )
}

export function Loading() {
  return (
    <p role="status" className="flex min-h-dvh items-center justify-center text-lg text-ink-soft">
      <Trans>Loading...</Trans>
    </p>
  )
}

// What z.config({ jitless: true }) sets, before the first schema is made and without loading the validator here: it would else try
// whether it may write code, which the content security policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

if (isSignedIn() && (currentPath() === '/login' || currentPath() === '/signup')) navigateTo('/', { replace: true })

keepInstallOffer()
// Asked for before React starts, so that the two arrive together.
if (isSignedIn()) void loadSignedInApp()
// The live line opens before the first list is asked for: so none of them can miss a change, or has to be asked for again.
startLive()

// A page opened before an update asks for files that are gone: one reload brings the new ones.
window.addEventListener('vite:preloadError', (event) => {
  const key = 'larder.reloaded'
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 60_000) return
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    return
  }
  event.preventDefault()
  location.reload()
})

const root = document.getElementById('larder')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Larder />
    </StrictMode>,
  )
}
