import { Trans } from '@lingui/react/macro'
import { Sprout } from 'lucide-react'
import { useToday } from '#domains/households/web/index.ts'
import type { Storage } from '#domains/ingredients/contract/index.ts'
import { expirationOf, tellReason } from '../../rules/effective-expiration.ts'
import type { KnownLife } from '../add-item/add-start.ts'
import { formatDay } from '../fields/day.ts'

/** What will be taken where the pack says nothing, and on whose word. */
export function Estimate({ life, storage, isOpened }: { life: KnownLife; storage: Storage; isOpened: boolean }) {
  const today = useToday()
  const expiration = expirationOf({
    storage,
    expirationDate: null,
    dateKind: null,
    addedOn: today,
    openedOn: isOpened ? today : null,
    frozenOn: null,
    frozenDaysLeft: null,
    thawedOn: null,
    shelfLife: life.shelfLife,
  })
  if (!expiration) return null
  return (
    <p className="flex items-start gap-2.5 rounded-control bg-sunken px-3.5 py-3 text-sm">
      <Sprout aria-hidden="true" className="mt-px size-5 shrink-0 text-herb-ink" />
      <span>
        <Trans>
          No date on the package? Leave this empty and we’ll use{' '}
          <strong className="font-semibold">{formatDay(expiration.date, today)}</strong>.
        </Trans>{' '}
        {tellReason(expiration.reason, today)}
        {life.source ? ` (${life.source})` : ''}.
      </span>
    </p>
  )
}
