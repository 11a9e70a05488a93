import { Component, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { tabState } from '#platform/web/session/session.ts'
import type { BrowserLocation } from '#platform/web/ui/browser-location.ts'
import { useCurrentPath, useShownLocation } from '#platform/web/ui/router.tsx'
import { isPage, pages, retryPage } from './pages.tsx'
import { PageLoading } from './shell.tsx'

const NotFoundPage = lazy(async () => ({ default: (await import('./error-pages.tsx')).NotFoundPage }))
const PageError = lazy(async () => ({ default: (await import('./error-pages.tsx')).PageError }))

/** How long the page before may stay while the code of the next one loads. */
const pendingMs = 150

/** Shows the page of the current address. */
export function ShownPage() {
  const shown = useShownLocation()
  const isLate = useIsLate(useCurrentPath() !== shown.path)
  const [attempt, setAttempt] = useState(1)
  useRestoredScroll(shown)
  if (isLate) return <PageLoading />
  const { path } = shown
  const { Component: Page } = isPage(path) ? pages[path] : { Component: NotFoundPage }
  const retry = () => {
    if (isPage(path)) retryPage(path)
    setAttempt(attempt + 1)
  }
  return (
    <Suspense fallback={<PageLoading />}>
      <PageBoundary key={`${path} ${attempt}`} onRetry={retry}>
        <Page />
      </PageBoundary>
    </Suspense>
  )
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsLate(true), pendingMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isWaiting])
  return isLate && isWaiting
}

const scrollKey = 'scroll'
const maxSavedEntries = 50

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(tabState.read(scrollKey) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

/** Starts a page at its top, and after Back, Forward and a reload where it was. */
function useRestoredScroll(shown: BrowserLocation): void {
  const [positions] = useState(readPositions)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const save = () => tabState.write(scrollKey, JSON.stringify([...positions].slice(-maxSavedEntries)))
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      history.scrollRestoration = 'auto'
    }
  }, [positions])
  useLayoutEffect(() => {
    if (shown.scroll === 'top') window.scrollTo(0, 0)
    if (shown.scroll === 'restore') window.scrollTo(0, positions.get(shown.entry) ?? 0)
    const note = () => {
      positions.delete(shown.entry)
      positions.set(shown.entry, window.scrollY)
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [shown, positions])
}

/** Shows an error in place of a page that failed to load or render. */
class PageBoundary extends Component<{ onRetry: () => void; children: ReactNode }, { error: unknown; hasFailed: boolean }> {
  override state = { error: null as unknown, hasFailed: false }
  static getDerivedStateFromError = (error: unknown) => ({ error, hasFailed: true })
  override render() {
    return this.state.hasFailed ? <PageError error={this.state.error} onRetry={this.props.onRetry} /> : this.props.children
  }
}
