import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useRouterState } from '@tanstack/react-router'
import clsx from 'clsx'
import { Keyboard, Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { bottomBarDestinations, type Destination, dailyDestinations, moreDestinations, scanDestination } from './destinations.ts'

const current = { className: 'bg-herb-soft text-herb-ink' }
const other = { className: 'text-ink-soft hover:bg-hover hover:text-ink' }

function RailLink({ to, label, icon: Icon }: Destination) {
  return (
    <li>
      <Link
        to={to}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        activeProps={current}
        inactiveProps={other}
        className="flex min-h-11 items-center gap-3 rounded-control px-3 text-base font-semibold no-underline transition-colors duration-100"
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {label}
      </Link>
    </li>
  )
}

/** The desktop navigation. */
export function Rail() {
  return (
    <nav
      aria-label={t`Main`}
      className="sticky top-15 hidden h-[calc(100dvh-3.75rem)] w-56 shrink-0 flex-col overflow-y-auto border-e border-line px-3 py-5 rail:flex"
    >
      <ul className="space-y-1">
        {dailyDestinations.map((destination) => (
          <RailLink key={destination.to} {...destination} />
        ))}
      </ul>
      <p className="mt-6 mb-1.5 px-3 text-xs font-semibold text-ink-faint">
        <Trans>More</Trans>
      </p>
      <ul className="space-y-1">
        {moreDestinations.map((destination) => (
          <RailLink key={destination.to} {...destination} />
        ))}
      </ul>
      <button
        type="button"
        onClick={() => window.dispatchEvent(new Event('larder:help'))}
        className="mt-auto flex min-h-11 items-center gap-3 rounded-control px-3 text-sm font-medium text-ink-soft hover:bg-hover hover:text-ink"
      >
        <Keyboard aria-hidden="true" className="size-5" />
        <Trans>Shortcuts</Trans>
      </button>
    </nav>
  )
}

function BarLink({ to, label, icon: Icon }: Destination) {
  return (
    <li className="flex-1">
      <Link
        to={to}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        activeProps={{ className: 'text-herb-ink' }}
        inactiveProps={{ className: 'text-ink-soft' }}
        className="group flex min-h-17 flex-col items-center justify-center gap-0.5 text-[0.75rem] font-semibold tracking-tight no-underline"
      >
        <span className="flex h-8 w-14 items-center justify-center rounded-full transition-colors group-aria-[current=page]:bg-herb-soft">
          <Icon aria-hidden="true" className="size-5.5" />
        </span>
        <span className="whitespace-nowrap">{label}</span>
      </Link>
    </li>
  )
}

/** The phone navigation. */
export function BottomBar() {
  const [open, setOpen] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const inMore = moreDestinations.some(({ to }) => path.startsWith(to))
  return (
    <nav
      aria-label={t`Main`}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] rail:hidden"
    >
      <ul className="mx-auto flex max-w-lg items-stretch">
        {bottomBarDestinations.left.map((destination) => (
          <BarLink key={destination.to} {...destination} />
        ))}
        <li className="flex-1">
          <Link
            to={scanDestination.to}
            className="group relative flex min-h-17 flex-col items-center justify-end gap-0.5 pb-[0.6875rem] text-[0.75rem] font-semibold tracking-tight text-ink-soft no-underline aria-[current=page]:text-herb-ink"
          >
            <span className="absolute -top-4 flex size-14 items-center justify-center rounded-full border-4 border-paper bg-herb text-on-herb group-active:bg-herb-strong">
              <scanDestination.icon aria-hidden="true" className="size-6" />
            </span>
            {scanDestination.label}
          </Link>
        </li>
        {bottomBarDestinations.right.map((destination) => (
          <BarLink key={destination.to} {...destination} />
        ))}
        <li className="flex-1">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
            className={clsx(
              'flex min-h-17 w-full flex-col items-center justify-center gap-0.5 text-[0.75rem] font-semibold tracking-tight',
              inMore ? 'text-herb-ink' : 'text-ink-soft',
            )}
          >
            <span className={clsx('flex h-8 w-14 items-center justify-center rounded-full', inMore && 'bg-herb-soft')}>
              <MenuIcon aria-hidden="true" className="size-5.5" />
            </span>
            <Trans>More</Trans>
          </button>
        </li>
      </ul>
      <Dialog open={open} onOpenChange={setOpen} title={t`More`} size="small">
        <ul className="-mx-2 space-y-1">
          {moreDestinations.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={() => setOpen(false)}
                activeProps={current}
                className="flex min-h-13 items-center gap-4 rounded-control px-3 text-lg font-semibold text-ink no-underline hover:bg-hover"
              >
                <Icon aria-hidden="true" className="size-5.5 text-ink-soft" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </nav>
  )
}
