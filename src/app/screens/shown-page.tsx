import { Component, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { tabState } from '#platform/web/session/session.ts'
import { type BrowserLocation, currentLocation } from '#platform/web/ui/browser-location.ts'
import { useCurrentPath, useShownLocation } from '#platform/web/ui/router.tsx'
import { isPage, pages } from './pages.tsx'
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
  const positions = useScrollPositions()
  if (isLate) return <PageLoading />
  const { path } = shown
  const { Component: Page } = isPage(path) ? pages[path] : { Component: NotFoundPage }
  return (
    <Suspense fallback={<PageLoading />}>
      <ScrollRestoration shown={shown} positions={positions} />
      <PageBoundary key={`${path} ${attempt}`} shown={shown} onRetry={() => setAttempt(attempt + 1)}>
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

/** Returns where each history entry was scrolled to, over reloads. */
function useScrollPositions(): Map<string, number> {
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
  return positions
}

/** How long a page may take to grow as tall as it was. */
const growthMs = 1000

/**
 * Starts a page at its top, and after Back, Forward and a reload where it was. Inside the page's `Suspense`, so that it runs once the page is
 * there.
 */
function ScrollRestoration({ shown, positions }: { shown: BrowserLocation; positions: Map<string, number> }) {
  useLayoutEffect(() => {
    const note = () => {
      // A page that is about to be left may have shrunk to what shows that the next one loads.
      if (currentLocation().entry !== shown.entry) return
      positions.delete(shown.entry)
      positions.set(shown.entry, window.scrollY)
    }
    const wanted = shown.scroll === 'restore' ? (positions.get(shown.entry) ?? 0) : 0
    if (shown.scroll === 'keep') note()
    else window.scrollTo(0, wanted)
    const stopWaiting = wanted > window.scrollY ? scrollWhenTaller(wanted) : () => {}
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      stopWaiting()
      window.removeEventListener('scroll', note)
    }
  }, [shown, positions])
  return null
}

/** Scrolls to `top` while the page grows, unless the person scrolls. Returns a function that ends it. */
function scrollWhenTaller(top: number): () => void {
  const watcher = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (window.scrollY >= top) stop()
  })
  const timer = setTimeout(stop, growthMs)
  const input = ['wheel', 'touchstart', 'keydown'] as const
  function stop() {
    watcher.disconnect()
    clearTimeout(timer)
    for (const name of input) window.removeEventListener(name, stop)
  }
  for (const name of input) window.addEventListener(name, stop, { passive: true })
  watcher.observe(document.body)
  return stop
}

/** Shows an error in place of a page that failed to load or render. */
class PageBoundary extends Component<
  { shown: BrowserLocation; onRetry: () => void; children: ReactNode },
  { error: unknown; hasFailed: boolean }
> {
  override state = { error: null as unknown, hasFailed: false }
  static getDerivedStateFromError = (error: unknown) => ({ error, hasFailed: true })
  override componentDidUpdate({ shown }: { shown: BrowserLocation }) {
    // Another address of the page may not fail.
    if (this.state.hasFailed && shown !== this.props.shown) this.setState({ error: null, hasFailed: false })
  }
  override render() {
    return this.state.hasFailed ? <PageError error={this.state.error} onRetry={this.props.onRetry} /> : this.props.children
  }
}
