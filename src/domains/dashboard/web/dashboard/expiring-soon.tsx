import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { useToday } from '#domains/households/web/index.ts'
import { placeOf } from '#domains/ingredients/web/index.ts'
import type { Lot } from '#domains/inventory/contract.ts'
import { daysLeft } from '#domains/inventory/rules/expiry-status.ts'
import { ExpiryBadge } from '#domains/inventory/web/index.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { LotLine } from './lot-line.tsx'

const max = 6

export function ExpiringSoon({ lots }: { lots: readonly Lot[] }) {
  const { show } = useUnits()
  const today = useToday()
  return (
    <Card flush>
      <CardHeader
        title={t`Expiring Soon`}
        icon={Clock}
        className="px-4 pt-2 sm:px-5"
        aside={
          lots.length > max ? (
            <Link to="/inventory" search={{}} className={buttonClass('plain', '-me-4')}>
              <Trans>See all {lots.length}</Trans>
            </Link>
          ) : undefined
        }
      />
      <ul className="divide-y divide-line">
        {lots.slice(0, max).map((lot) => (
          <LotLine
            key={lot.id}
            lot={lot}
            line={`${show(lot.quantity, lot.unit)} · ${placeOf(lot)}`}
            aside={<ExpiryBadge daysLeft={daysLeft(lot.effectiveExpiration, today)} />}
          />
        ))}
      </ul>
    </Card>
  )
}
