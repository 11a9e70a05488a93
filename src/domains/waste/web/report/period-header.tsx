import type { ReactNode } from 'react'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import type { Period } from '../../contract.ts'
import { PeriodSelect } from './period-select.tsx'

/** A header with the choice of a period, which on a phone is below the title. */
export function PeriodHeader({
  title,
  period,
  onPeriod,
  actions,
}: {
  title: string
  period: Period
  onPeriod: (period: Period) => void
  actions: ReactNode
}) {
  const isWide = useIsWide()
  const select = <PeriodSelect value={period} onChange={onPeriod} />
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {isWide ? select : null}
            {actions}
          </>
        }
      />
      {isWide ? null : <div className="mb-3">{select}</div>}
    </>
  )
}
