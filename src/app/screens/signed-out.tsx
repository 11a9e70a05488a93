import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, type MouseEvent, Suspense, useCallback, useEffect, useState } from 'react'
import { needsFirstAccount } from '#domains/account/web/api/auth.ts'
import { LoginPage } from '#domains/account/web/pages/login-page.tsx'
import { SignupPage } from '#domains/account/web/pages/signup-page.tsx'
import { savedInvitePath } from '#domains/households/web/households/invite-link.ts'
import { currentPath, navigate } from '#platform/web/ui/browser-location.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Logo } from '#platform/web/ui/logo.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { ShelvesIllustration } from '#platform/web/ui/shelves-illustration.tsx'
import { isPublic, type PublicPath } from './public-paths.ts'

// Opened from a mail or after a sign-up, not on a first visit.
const CheckEmailPage = lazy(async () => ({
  default: (await import('#domains/account/web/pages/check-email-page.tsx')).CheckEmailPage,
}))
const ResetPasswordPage = lazy(async () => ({
  default: (await import('#domains/account/web/pages/reset-password-page.tsx')).ResetPasswordPage,
}))

// After the first paint: most servers have no providers.
const ProviderButtons = lazy(() => import('#domains/account/web/sign-in/provider-buttons.tsx'))

export interface SignedOutPagesProps {
  path: PublicPath
  /** Runs after sign-in. */
  onEntered: () => void
  /** Runs when the person types, to preload the app. */
  onTyping: () => void
}

/** The signed-out pages. Without router and data library, so that they open fast on a slow connection. */
export default function SignedOutPages({ path, onEntered, onTyping }: SignedOutPagesProps) {
  const onConfirmationNeeded = useCallback(() => navigate({ to: '/email-confirmation' }), [])
  const [isFirst, setIsFirst] = useState(false)
  const isEntry = path === '/login' || path === '/signup'
  useEffect(() => {
    if (!isEntry) return
    void needsFirstAccount().then((isNeeded) => {
      setIsFirst(isNeeded)
      // Unless a provider sends the first person back.
      if (isNeeded && currentPath() === '/login' && !location.search) navigate({ to: '/signup', replace: true })
    })
  }, [isEntry])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only turns clicks on its own links into quick page changes
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter arrives here as a click
    <div className="flex min-h-dvh flex-col" onClick={stayInside} onInput={onTyping}>
      <header className="flex min-h-16 items-center justify-between gap-2 border-b border-line px-3 sm:px-6">
        <a href="/login" aria-label="Larder" className="inline-flex min-h-11 items-center text-ink no-underline">
          <Logo />
        </a>
        <nav aria-label={t`Account`} className="flex items-center gap-1 sm:gap-2">
          <a
            href="/login"
            className={buttonClass('plain', 'whitespace-nowrap max-sm:px-1.5! max-sm:text-sm! max-[23rem]:aria-[current=page]:hidden')}
            aria-current={path === '/login' ? 'page' : undefined}
          >
            <Trans>Sign in</Trans>
          </a>
          <a
            href="/signup"
            className={buttonClass('quiet', 'whitespace-nowrap max-sm:px-2.5! max-sm:text-sm! max-[23rem]:aria-[current=page]:hidden')}
            aria-current={path === '/signup' ? 'page' : undefined}
          >
            <Trans>Get Started</Trans>
          </a>
        </nav>
      </header>
      <div className="flex flex-1">
        <main className="flex flex-1 items-start px-5 pt-10 pb-16 sm:items-center sm:px-10 sm:py-12">
          <div className="mx-auto w-full max-w-[26rem]">
            {isEntry ? <InvitedNotice /> : null}
            <Page path={path} isFirst={isFirst} onEntered={onEntered} onConfirmationNeeded={onConfirmationNeeded} />
          </div>
        </main>
        <aside className="hidden flex-1 flex-col items-center justify-center gap-8 border-s border-line bg-sunken p-10 rail:flex">
          <ShelvesIllustration className="w-full max-w-md" />
          <p className="display max-w-sm text-center text-2xl text-ink-soft">
            <Trans>Your intelligent kitchen companion</Trans>
          </p>
        </aside>
      </div>
    </div>
  )
}

/** Says what the link that led here is for. */
function InvitedNotice() {
  const path = savedInvitePath()
  return path === null ? null : (
    <Notice className="mb-6">
      {path === '/circles' ? (
        <Trans>You’re invited to a circle. Sign in or create an account to join.</Trans>
      ) : (
        <Trans>You’re invited to a household. Sign in or create an account to join.</Trans>
      )}
    </Notice>
  )
}

interface PageProps {
  path: PublicPath
  isFirst: boolean
  onEntered: () => void
  onConfirmationNeeded: () => void
}

function Page({ path, isFirst, onEntered, onConfirmationNeeded }: PageProps) {
  const others = (
    <Suspense>
      <ProviderButtons onEntered={onEntered} />
    </Suspense>
  )
  switch (path) {
    case '/login':
      return <LoginPage onEntered={onEntered} others={others} />
    case '/signup':
      return <SignupPage isFirst={isFirst} others={others} onEntered={onEntered} onConfirmationNeeded={onConfirmationNeeded} />
    case '/email-confirmation':
      return <CheckEmailPage />
    case '/reset-password':
      return <ResetPasswordPage token={new URLSearchParams(location.search).get('token')} />
  }
}

function stayInside(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin || !isPublic(link.pathname)) return
  event.preventDefault()
  navigate({ to: link.pathname })
  scrollTo(0, 0)
}
