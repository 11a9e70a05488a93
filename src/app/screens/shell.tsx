import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloudOff, LogOut } from 'lucide-react'
import { Fragment, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { connectProviderAfterSignIn, RecentAuthPrompt, signOut, useMe } from '#domains/account/web/index.ts'
import { saveInvite } from '#domains/households/web/households/invite-link.ts'
import { forgetNewHousehold, isNewHousehold } from '#domains/households/web/households/new-household-flag.ts'
import { HouseholdSwitcher, useActiveHousehold, useActiveHouseholdId, useHouseholds } from '#domains/households/web/index.ts'
import { NotificationBell } from '#domains/notifications/web/index.ts'
import { adoptLanguage } from '#platform/web/i18n/language.ts'
import { currentSession, setActiveHousehold } from '#platform/web/session/session.ts'
import { liveState, watchLiveState } from '#platform/web/sync/live-events.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Logo } from '#platform/web/ui/logo.tsx'
import { Link, useCurrentPath, useShownLocation } from '#platform/web/ui/router.tsx'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { BottomBar, isInstalledOnIos, Rail } from './navigation.tsx'
import { retryModuleLoad } from './retry-module-load.ts'
import { Shortcuts } from './shortcuts.tsx'

// Loads with the outbox, after the page.
const RefusedNotice = lazy(async () => ({ default: (await import('#platform/web/sync/sync-problem-notices.tsx')).RefusedNotice }))

// Loads for a household with a sample kitchen, or a new one.
const SampleBanner = lazy(async () => ({ default: (await import('#domains/imports/web/sample/sample-banner.tsx')).SampleBanner }))
const StartCard = lazy(async () => ({ default: (await import('#domains/imports/web/sample/sample-kitchen-offer.tsx')).SampleKitchenOffer }))

// Other browsers have their own.
const PullToRefresh = isInstalledOnIos()
  ? lazy(async () => (await retryModuleLoad(() => import('./pull-to-refresh.tsx'))) ?? { default: () => <></> })
  : null

/** The frame of all signed-in pages. Waits until the person and their active household are known. */
export function Shell({ children }: { children: ReactNode }) {
  const me = useMe()
  const households = useHouseholds()
  const active = useActiveHouseholdId()
  const path = useCurrentPath()
  useEffect(() => void connectProviderAfterSignIn(), [])

  const list = households.data
  const isKnown = active !== null && (list?.some(({ id }) => id === active) ?? false)
  const first = list?.[0]?.id ?? null
  const homeless = list !== undefined && list.length === 0
  useEffect(() => {
    // No household is active, or the person left it: activate the first one. Not after sign-out, when the list may still be cached.
    if (currentSession().token && list && !isKnown && active !== first) setActiveHousehold(first)
  }, [list, isKnown, active, first])
  useEffect(() => {
    if (!homeless || path === '/households') return
    saveInvite(path, location.hash)
    navigate({ to: '/households', replace: true })
  }, [homeless, path])

  const chosen = me.data?.preferences.language ?? null
  const isAnswered = me.isFetchedAfterMount
  const isTold = useRef(false)
  useEffect(() => {
    if (!isAnswered) return
    // Chosen on another device: reload if the page has just opened, otherwise apply it on the next load, to keep what was typed.
    const isLanguageChanged = adoptLanguage(chosen)
    if (isLanguageChanged && !isTold.current) location.reload()
    isTold.current = true
  }, [isAnswered, chosen])

  const failed = me.error ?? households.error
  if (failed && !(me.data && list)) {
    return (
      <Blank>
        <ErrorState
          title={t`Larder couldn’t start`}
          error={failed}
          fallback={me.error ? t`Failed to load user profile` : t`Failed to load households`}
          busy={me.isFetching || households.isFetching}
          onRetry={() => {
            void me.refetch()
            void households.refetch()
          }}
        />
        <Button variant="plain" className="mx-auto flex" onClick={() => void signOut()}>
          <Trans>Logout</Trans>
        </Button>
      </Blank>
    )
  }
  if (!me.data || !list || (!homeless && !isKnown) || (homeless && path !== '/households')) {
    return (
      <Blank>
        <p role="status" className="text-center text-lg text-ink-soft">
          <Trans>Loading...</Trans>
        </p>
      </Blank>
    )
  }
  return (
    <Frame isAlone={path === '/shop'} onSwitched={() => navigate({ to: '/inventory' })}>
      {/* Resets all state when the household changes. */}
      <Fragment key={active}>{children}</Fragment>
    </Frame>
  )
}

const Blank = ({ children }: { children: ReactNode }) => (
  <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-4">{children}</main>
)

/** `isAlone`: the page is full-screen, and what is beneath it must not be focusable. */
function Frame({ children, isAlone, onSwitched }: { children: ReactNode; isAlone: boolean; onSwitched: () => void }) {
  const page = useRef<HTMLElement>(null)
  useEffect(() => {
    let stop: (() => void) | null = () => {}
    void retryModuleLoad(() => import('./refocus-after-removal.ts')).then((focus) => {
      if (focus && stop && page.current) stop = focus.refocusAfterRemoval(page.current)
    })
    return () => {
      stop?.()
      stop = null
    }
  }, [])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        hidden={isAlone}
        className="fixed top-2 start-2 z-50 -translate-y-[200%] rounded-control bg-herb px-4 py-3 font-semibold text-on-herb focus:translate-y-0"
      >
        <Trans>Skip to main content</Trans>
      </a>
      {isAlone ? null : <TopBar onSwitched={onSwitched} />}
      {isAlone || !PullToRefresh ? null : (
        <Suspense fallback={null}>
          <PullToRefresh />
        </Suspense>
      )}
      <div className="flex flex-1">
        {isAlone ? null : <Rail />}
        <main
          ref={page}
          id="main"
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 pt-5 pb-[calc(var(--bar)+2rem+var(--toast))] outline-none sm:px-6 rail:px-8 rail:pt-7"
        >
          <PageAnnouncer />
          <div className="mx-auto max-w-6xl">
            {isAlone ? null : (
              <Suspense fallback={null}>
                <RefusedNotice className="mb-5" />
              </Suspense>
            )}
            {isAlone ? null : <NewKitchen />}
            {children}
          </div>
        </main>
      </div>
      {isAlone ? null : <BottomBar />}
      <Shortcuts />
      <RecentAuthPrompt />
      <Toasts />
    </div>
  )
}

/** What a new household sees above its pages: the banner of its sample kitchen, or the offer of one. */
function NewKitchen() {
  const household = useActiveHousehold()
  const path = useCurrentPath()
  const [, setIsDone] = useState(false)
  const finish = useCallback(() => {
    forgetNewHousehold()
    setIsDone(true)
  }, [])
  const id = household?.id ?? null
  const hasSample = household?.hasSample === true
  useEffect(() => {
    if (hasSample && isNewHousehold(id)) forgetNewHousehold()
  }, [hasSample, id])
  if (hasSample)
    return (
      <Suspense fallback={<div className="mb-4 h-11.5" />}>
        <SampleBanner />
      </Suspense>
    )
  if (!isNewHousehold(id) || !(path === '/inventory' || path === '/')) return null
  return (
    <Suspense fallback={null}>
      <StartCard onDone={finish} />
    </Suspense>
  )
}

function TopBar({ onSwitched }: { onSwitched: () => void }) {
  return (
    <header className="sticky top-0 z-30 flex min-h-15 items-center gap-x-1 sm:gap-x-3 border-b border-line bg-paper px-3 pt-[env(safe-area-inset-top)] sm:px-6 rail:px-5">
      <Link
        to="/"
        aria-label="Larder"
        className="inline-flex min-h-11 shrink-0 items-center rounded-control text-ink no-underline rail:w-56"
      >
        <Logo />
      </Link>
      <div className="flex min-w-0 flex-1 justify-center rail:justify-start">
        <HouseholdSwitcher onSwitched={onSwitched} />
      </div>
      <Connection />
      <NotificationBell />
      <Button
        variant="plain"
        className="shrink-0 px-2.5! text-ink-soft! hover:bg-hover! sm:px-4!"
        icon={<LogOut aria-hidden="true" className="size-5" />}
        onClick={() => void signOut()}
      >
        <span className="max-sm:sr-only">
          <Trans>Logout</Trans>
        </span>
      </Button>
    </header>
  )
}

/** Reports a lost live connection, so that no one relies on stale data. */
function Connection() {
  const state = useSyncExternalStore(watchLiveState, liveState)
  return (
    <p role="status" className="shrink-0">
      {state === 'waiting' ? (
        <Badge tone="soon" icon={CloudOff}>
          <span className="max-sm:sr-only">
            <Trans>Not connected</Trans>
          </span>
        </Badge>
      ) : null}
    </p>
  )
}

/**
 * After navigation, screen readers announce the page's title and the keyboard starts at its top. On a phone a tab may be a page with a title
 * of its own.
 */
function PageAnnouncer() {
  const { path, search } = useShownLocation()
  const place = `${path} ${search['tab'] ?? ''}`
  const before = useRef({ path, place, title: '' })
  const [title, setTitle] = useState('')
  useEffect(() => {
    const { path: lastPath, place: lastPlace, title: lastTitle } = before.current
    const leave = () => {
      before.current = { path, place, title: document.title }
    }
    if (lastPlace === place) return leave
    const timer = setTimeout(() => {
      if (lastPath === path && lastTitle === document.title) return
      setTitle(document.title)
      // Unless the page has set the focus.
      if (document.activeElement === document.body || document.activeElement?.closest('nav, header')) {
        document.getElementById('main')?.focus({ preventScroll: true })
      }
    }, 120)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [path, place])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}

/** Shown while a page's code loads. */
export function PageLoading() {
  return (
    <div className="overflow-clip rounded-card border border-line bg-card">
      <SkeletonRows rows={5} />
    </div>
  )
}
