import { t } from '@lingui/core/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import clsx from 'clsx'
import { ChefHat, ListChecks, type LucideIcon, Refrigerator, ScanLine } from 'lucide-react'

interface QuickAction {
  to: NonNullable<LinkProps['to']>
  title: string
  line: string
  icon: LucideIcon
}

/** In the order of kitchen work: add, check, shop, cook. */
const actions: readonly QuickAction[] = [
  { to: '/scan', title: t`Scan Ingredients`, line: t`Add items with camera`, icon: ScanLine },
  { to: '/inventory', title: t`View Inventory`, line: t`See what you have`, icon: Refrigerator },
  { to: '/shopping-list', title: t`Shopping List`, line: t`What to buy`, icon: ListChecks },
  { to: '/recipes', title: t`Find Recipes`, line: t`Cook what you have`, icon: ChefHat },
]

/** The first action is the primary one. */
export function QuickActions() {
  return (
    <nav aria-label={t`Quick actions`}>
      <ul className={clsx('grid grid-cols-2 gap-3', actions.length > 2 && 'lg:grid-cols-4')}>
        {actions.map(({ to, title, line, icon: Icon }, index) => (
          <li key={title}>
            <Link
              to={to}
              className={clsx(
                'flex h-full gap-2 rounded-card border p-3 no-underline transition-colors duration-100 max-sm:flex-col sm:items-center sm:gap-3 sm:px-4 sm:py-5',
                index === 0
                  ? 'border-transparent bg-herb text-on-herb hover:bg-herb-strong'
                  : 'border-line bg-card text-ink hover:bg-hover',
              )}
            >
              <span
                className={clsx(
                  'flex size-9 shrink-0 items-center justify-center rounded-full sm:size-11',
                  index === 0 ? 'bg-on-herb/15' : 'bg-herb-soft text-herb-ink',
                )}
              >
                <Icon aria-hidden="true" className="size-5 sm:size-5.5" />
              </span>
              <span className="min-w-0">
                <span className="display block text-lg leading-snug">{title}</span>
                <span className={clsx('block text-xs sm:text-sm', index === 0 ? 'opacity-90' : 'text-ink-soft')}>{line}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
