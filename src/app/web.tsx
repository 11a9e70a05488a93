import '#platform/web/ui/tokens.css'
import { Trans } from '@lingui/react/macro'
import { lazy, StrictMode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { saveInvite } from '#domains/households/web/households/invite-link.ts'
import { openPrintedAddress, saveOpenedLabel } from '#domains/labels/web/entry/printed-address.ts'
import { saveTabletLink } from '#domains/tablets/web/api/saved-pairing-link.ts'
import { prepareLanguage } from '#platform/web/i18n/language.ts'
import { captureInstallPrompt } from '#platform/web/session/install-prompt.ts'
import { currentSession, watchSession } from '#platform/web/session/session.ts'
import { startLive } from '#platform/web/sync/live-events.ts'
import { currentPath, navigate, watchLocation } from '#platform/web/ui/browser-location.ts'
import { enterSignedInApp } from './screens/enter-signed-in-app.ts'
import { isPublic } from './screens/public-paths.ts'

const reload = { isReloading: false }

/** Never resolves if the page is reloading, so that nothing starts to load what the reload would cancel: see the handler below. */
const waitIfReloading = <T,>(module: T | undefined): T | Promise<never> =>
  module === undefined || reload.isReloading ? new Promise<never>(() => {}) : module
// No screen's code may run before the language is loaded: see `language.ts`.
const loadSignedOutPages = () => prepareLanguage('signed-out').then(() => import('./screens/signed-out.tsx').then(waitIfReloading))
const loadSignedInApp = () => prepareLanguage('all').then(() => import('./screens/signed-in-app.tsx').then(waitIfReloading))
const SignedOutPages = lazy(loadSignedOutPages)
const SignedInApp = lazy(loadSignedInApp)
const isTablet = currentPath() === '/tablet'
const Tablet = lazy(() => prepareLanguage('all').then(() => import('#domains/tablets/web/pages/tablet-page.tsx').then(waitIfReloading)))

const isSignedIn = () => currentSession().token !== null

/** The signed-out pages and the app are loaded separately. */
function Larder() {
  const path = useSyncExternalStore(watchLocation, currentPath)
  const signedIn = useSyncExternalStore(watchSession, isSignedIn)
  const isSignInRequired = !signedIn && !isPublic(path)
  useEffect(() => {
    if (!isSignInRequired) return
    // An invite opened while signed out must survive the sign-in.
    saveInvite(currentPath(), location.hash)
    saveOpenedLabel()
    saveTabletLink()
    navigate({ to: '/login', replace: true })
  }, [isSignInRequired])

  if (isSignInRequired) return <Loading />
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

// Same as `z.config({ jitless: true })`, without loading Zod here. Otherwise Zod would try `eval`, which the content security policy
// forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

openPrintedAddress()
if (isSignedIn() && (currentPath() === '/login' || currentPath() === '/signup')) navigate({ to: '/', replace: true })

captureInstallPrompt()
// Started before React renders, to load in parallel. React reports its failure.
// A tablet has no person: what a signed-in browser knows stays out of it.
if (isSignedIn() && !isTablet) loadSignedInApp().catch(() => {})
// The stream opens before the first query, so that no query misses a change or has to be repeated.
if (!isTablet) startLive()

/** After an update, an old page requests files that no longer exist: reloads once. */
function reloadOnMissingFiles() {
  const key = 'larder.reloaded'
  addEventListener('vite:preloadError', (event) => {
    if (reload.isReloading) return event.preventDefault()
    try {
      if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 60_000) return
      sessionStorage.setItem(key, String(Date.now()))
    } catch {
      return
    }
    event.preventDefault()
    reload.isReloading = true
    // The person may stay on the page.
    setTimeout(() => (reload.isReloading = false), 10_000)
    location.reload()
  })
}
reloadOnMissingFiles()

const root = document.getElementById('larder')
if (root) {
  // What fails only because the page is reloading is not an error.
  const report = (error: unknown) => {
    if (!reload.isReloading) reportError(error)
  }
  createRoot(root, { onUncaughtError: report }).render(
    <StrictMode>
      {isTablet ? (
        <Suspense fallback={<Loading />}>
          <Tablet />
        </Suspense>
      ) : (
        <Larder />
      )}
    </StrictMode>,
  )
}
