import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { formatAmountOf } from '#platform/shared/unit-display.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader, LoadError } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import type { Debt } from '../../contract/index.ts'
import { useDebts, useSettle } from '../api.ts'
import { formatDay } from './request-format.ts'

/** Keeps the requests below on the first screen. */
const maxAtFirst = 2

/** Lists debts in both directions, or renders nothing if there are none. Collapses several on a phone. */
export function Debts() {
  const debts = useDebts()
  const data = debts.data ?? []
  const isWide = useIsWide()
  const [isExpanded, setExpanded] = useState(false)
  if (data.length === 0) return <LoadError query={debts} title={t`Couldn’t load loans`} />
  const atFirst = isWide ? maxAtFirst : data.length > 1 ? 0 : 1
  const shown = isExpanded || data.length <= atFirst + (isWide ? 1 : 0) ? data : data.slice(0, atFirst)
  return (
    <Card flush>
      <CardHeader
        title={t`Loans to settle`}
        icon={Scale}
        className={clsx('px-4 pt-3 sm:px-5', shown.length === 0 && 'pb-3')}
        aside={
          atFirst === 0 ? (
            <Button variant="plain" aria-expanded={isExpanded} className="-me-2 px-2!" onClick={() => setExpanded(!isExpanded)}>
              {isExpanded ? t`Show fewer` : t`Show all ${data.length}`}
            </Button>
          ) : null
        }
      />
      {shown.length > 0 ? (
        <>
          <p className="px-4 text-sm text-ink-soft sm:px-5">
            <Trans>Items lent or borrowed that haven’t been returned yet.</Trans>
          </p>
          <ul className="mt-2 divide-y divide-line">
            {shown.map((debt) => (
              <DebtRow key={debt.ids[0]} debt={debt} />
            ))}
          </ul>
        </>
      ) : null}
      {shown.length > 0 && shown.length < data.length ? (
        <Button variant="plain" className="w-full rounded-none! border-t! border-line!" onClick={() => setExpanded(true)}>
          <Trans>Show all {data.length}</Trans>
        </Button>
      ) : null}
    </Card>
  )
}

function DebtRow({ debt }: { debt: Debt }) {
  const { show } = useQuantityFormatter()
  const maySettle = useHasRole('MEMBER')
  const settle = useSettle()
  const isOurs = debt.direction === 'owed_to_us'
  const what = formatAmountOf(debt.quantity, debt.unit, debt.ingredient.name, show)
  const close = (how: 'returned' | 'never_mind') =>
    settle.mutateAsync({ body: { ids: debt.ids, how } }).then(
      () => toast.done(how === 'returned' ? t`${what}: returned.` : t`${what}: no need to return.`),
      (error: unknown) => toast.fail(errorMessage(error, t`Couldn’t settle the loan.`)),
    )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-5">
      <IngredientGlyph name={debt.ingredient.name} category={debt.ingredient.category} size="small" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold break-words">{what}</p>
        <p className="text-sm break-words text-ink-soft">
          {isOurs ? t`${debt.household.name} owes you` : t`You owe ${debt.household.name}`} · {t`since ${formatDay(debt.since)}`}
        </p>
      </div>
      {maySettle ? (
        <div className="flex gap-2 max-sm:basis-full">
          <Button variant="quiet" aria-label={t`Returned: ${what}`} busy={settle.isPending} onClick={() => void close('returned')}>
            <Trans>Returned</Trans>
          </Button>
          {isOurs ? (
            <Button variant="plain" aria-label={t`No need to return: ${what}`} onClick={() => void close('never_mind')}>
              <Trans>No need to return</Trans>
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
