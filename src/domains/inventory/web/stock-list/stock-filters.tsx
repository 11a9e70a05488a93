import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Clock, type LucideIcon, TrendingDown, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Storage } from '#domains/ingredients/contract/index.ts'
import { storageWords } from '#domains/ingredients/web/index.ts'
import { inventoryStatsQuery } from '../api/stock-cache.ts'

/** What the figures above the list narrow it to. */
export const lotStatuses = ['expired', 'expiring', 'low'] as const
export type LotStatus = (typeof lotStatuses)[number]

const tabs: readonly Storage[] = ['FRIDGE', 'FREEZER', 'PANTRY']

/** Narrows the list to one storage. */
export function StorageTabs({ value, onChange }: { value: Storage | undefined; onChange: (storage: Storage | undefined) => void }) {
  return (
    <fieldset aria-label={t`Storage`} className="-mx-1.5 flex min-w-0 overflow-x-auto">
      <Chip isPressed={value === undefined} onPress={() => onChange(undefined)}>
        {t`All`}
      </Chip>
      {tabs.map((storage) => (
        <Chip key={storage} isPressed={value === storage} onPress={() => onChange(value === storage ? undefined : storage)}>
          {storageWords[storage]}
        </Chip>
      ))}
    </fieldset>
  )
}

/** Shows the figures in one line. Those about food that needs attention narrow the list to it. */
export function StockFigures({ value, onChange }: { value: LotStatus | undefined; onChange: (status: LotStatus | undefined) => void }) {
  const { data } = useQuery(inventoryStatsQuery())
  const narrowing: { status: LotStatus; label: string; short?: string; count: number | undefined; icon: LucideIcon; ink: string }[] = [
    { status: 'expired', label: t`Expired`, count: data?.expired, icon: TriangleAlert, ink: 'text-late-ink' },
    { status: 'expiring', label: t`Expiring Soon`, short: t`Soon`, count: data?.expiringSoon, icon: Clock, ink: 'text-soon-ink' },
    { status: 'low', label: t`Low Stock`, count: data?.lowStock, icon: TrendingDown, ink: 'text-plum-ink' },
  ]
  return (
    <fieldset aria-label={t`Inventory figures`} className="-mx-1.5 flex min-w-0 items-center overflow-x-auto">
      <Figure label={t`Total Items`} count={data?.totalItems} />
      {narrowing.map(({ status, label, short, count, icon: Icon, ink }) => (
        <Chip key={status} isPressed={value === status} onPress={() => onChange(value === status ? undefined : status)}>
          <Icon aria-hidden="true" className={clsx('size-4 max-sm:hidden', count ? ink : 'text-ink-faint')} />
          <span className={short && 'max-sm:sr-only'}>{label}</span>{' '}
          {short ? (
            <span aria-hidden="true" className="sm:hidden">
              {short}
            </span>
          ) : null}
          <span className={clsx('figures', count ? ink : '')}>{count ?? '–'}</span>
        </Chip>
      ))}
      <Figure label={t`Categories`} count={data?.byCategory.length} />
    </fieldset>
  )
}

/** A figure without a filter. On a phone only screen readers get it. */
const Figure = ({ label, count }: { label: string; count: number | undefined }) => (
  <span className="px-2 text-sm whitespace-nowrap text-ink-soft max-sm:sr-only">
    {label} <span className="figures font-semibold text-ink">{count ?? '–'}</span>
  </span>
)

const Chip = ({ isPressed, onPress, children }: { isPressed: boolean; onPress: () => void; children: ReactNode }) => (
  <button type="button" aria-pressed={isPressed} onClick={onPress} className="group min-h-11 shrink-0 outline-offset-[-3px]">
    <span
      className={clsx(
        'flex min-h-8 items-center gap-1.5 rounded-full px-2.5 text-sm font-semibold whitespace-nowrap',
        isPressed ? 'bg-herb-soft text-herb-ink' : 'text-ink-soft group-hover:bg-hover group-hover:text-ink',
      )}
    >
      {children}
    </span>
  </button>
)
