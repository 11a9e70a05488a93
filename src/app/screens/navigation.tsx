import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Keyboard, Menu as MenuIcon, RotateCw, Search } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Link, type LinkProps, useCurrentPath } from '#platform/web/ui/router.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import { bottomBarDestinations, type Destination, scanDestination } from './destinations.ts'
import { useDestinationGroups } from './use-destination-groups.ts'

const current = 'bg-herb-soft text-herb-ink'
const other = 'text-ink-soft hover:bg-hover hover:text-ink'

const isBelow = (path: string, to: string) => path === to || (to !== '/' && path.startsWith(`${to}/`))

/** A link that says whether its page, or one below it, is open. `look` returns classes for it. */
function PageLink({ look, className, ...rest }: LinkProps & { look?: (isCurrent: boolean) => string }) {
  const isCurrent = isBelow(useCurrentPath(), rest.to)
  return <Link {...rest} aria-current={isCurrent ? 'page' : undefined} className={clsx(className, look?.(isCurrent))} />
}

function RailLink({ to, label, icon: Icon }: Destination) {
  return (
    <li>
      <PageLink
        to={to}
        look={(isCurrent) => (isCurrent ? current : other)}
        className="flex min-h-8.5 items-center gap-3 rounded-control px-3 text-[0.9375rem] font-semibold no-underline transition-colors duration-100 pointer-coarse:min-h-11"
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {label}
      </PageLink>
    </li>
  )
}

/** The desktop navigation. */
export function Rail() {
  const groups = useDestinationGroups(useIsWide())
  return (
    <nav
      aria-label={t`Main`}
      className="sticky top-15 hidden h-[calc(100dvh-3.75rem)] w-56 shrink-0 flex-col overflow-y-auto border-e border-line px-3 py-2 rail:flex"
    >
      {groups.map(({ label, destinations }) => (
        <section key={label} aria-label={label} className="mb-0.5">
          <p aria-hidden="true" className="px-3 text-xs leading-5 font-semibold text-ink-faint">
            {label}
          </p>
          <ul>
            {destinations.map((destination) => (
              <RailLink key={destination.to} {...destination} />
            ))}
          </ul>
        </section>
      ))}
      <button
        type="button"
        onClick={() => window.dispatchEvent(new Event('larder:help'))}
        className="mt-auto flex min-h-9 shrink-0 items-center gap-3 rounded-control px-3 text-sm font-medium text-ink-soft hover:bg-hover hover:text-ink"
      >
        <Keyboard aria-hidden="true" className="size-5" />
        <Trans>Shortcuts</Trans>
      </button>
    </nav>
  )
}

function BarLink({ to, label, icon: Icon, isMain = false }: Destination & { isMain?: boolean }) {
  return (
    <li className="min-w-0 flex-1">
      <PageLink
        to={to}
        look={(isCurrent) => (isCurrent ? 'text-herb-ink' : 'text-ink-soft')}
        className="group flex min-h-17 flex-col items-center justify-center gap-0.5 text-[min(0.75rem,4vw)] font-semibold tracking-tight hyphens-auto no-underline"
      >
        <span
          className={clsx(
            'flex h-8 w-14 items-center justify-center rounded-full transition-colors',
            isMain ? 'bg-herb text-on-herb group-active:bg-herb-strong' : 'group-aria-[current=page]:bg-herb-soft',
          )}
        >
          <Icon aria-hidden="true" className="size-5.5" />
        </span>
        <span className="text-center leading-tight max-[25rem]:text-[min(0.6875rem,3.1vw)] max-[25rem]:tracking-tighter min-[23rem]:whitespace-nowrap">
          {label}
        </span>
      </PageLink>
    </li>
  )
}

const inBar = [...bottomBarDestinations.left, scanDestination, ...bottomBarDestinations.right].map(({ to }) => to)

/** Whether it runs as an installed app on iOS, which has no reload of its own. */
export const isInstalledOnIos = () => 'standalone' in navigator && navigator.standalone === true

/** The phone navigation. */
export function BottomBar() {
  const [open, setOpen] = useState(false)
  const groups = useDestinationGroups(open)
  const path = useCurrentPath()
  const inMore = path !== '/' && !inBar.some((to) => path.startsWith(to))
  return (
    <nav
      aria-label={t`Main`}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] rail:hidden"
    >
      <ul className="mx-auto flex max-w-lg items-stretch">
        {bottomBarDestinations.left.map((destination) => (
          <BarLink key={destination.to} {...destination} />
        ))}
        <BarLink {...scanDestination} isMain />
        {bottomBarDestinations.right.map((destination) => (
          <BarLink key={destination.to} {...destination} />
        ))}
        <li className="min-w-0 flex-1">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
            className={clsx(
              'flex min-h-17 w-full flex-col items-center justify-center gap-0.5 text-[min(0.75rem,4vw)] font-semibold tracking-tight',
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
        <div className="-mx-2 space-y-3">
          <button
            type="button"
            onClick={() => {
              setOpen(false)
              window.dispatchEvent(new Event('larder:palette'))
            }}
            className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-semibold hover:bg-hover"
          >
            <Search aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
            <Trans>Search everything</Trans>
          </button>
          {isInstalledOnIos() ? (
            <button
              type="button"
              onClick={() => location.reload()}
              className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-semibold hover:bg-hover"
            >
              <RotateCw aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
              <Trans>Reload</Trans>
            </button>
          ) : null}
          {groups.map(({ label, destinations }) => (
            <section key={label} aria-label={label}>
              <p aria-hidden="true" className="px-3 pb-0.5 text-sm font-semibold text-ink-soft">
                {label}
              </p>
              <ul className="grid grid-cols-2 max-[23rem]:grid-cols-1">
                {destinations.map(({ to, label: name, icon: Icon }) => (
                  <li key={to}>
                    <PageLink
                      to={to}
                      onClick={() => setOpen(false)}
                      look={(isCurrent) => (isCurrent ? current : '')}
                      className="flex min-h-11 items-center gap-3 rounded-control px-3 leading-tight font-semibold text-ink no-underline hover:bg-hover"
                    >
                      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
                      {name}
                    </PageLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Dialog>
    </nav>
  )
}
