import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useState } from 'react'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { ShowMore } from '#platform/web/ui/show-more.tsx'
import type { Import, ImportRow, KindCount, RowState } from '../../contract.ts'
import { useImportRows } from '../api.ts'
import { kindNames, rowStateNames, sumOf } from './import-display.ts'

const states: readonly [RowState, Exclude<keyof KindCount, 'kind' | 'found'>][] = [
  ['refused', 'refused'],
  ['kept', 'kept'],
  ['new', 'new'],
  ['brought', 'brought'],
  ['taken_back', 'takenBack'],
  ['known', 'known'],
  ['left_out', 'leftOut'],
]

/** Rows of an import by state, starting with those to check. */
export function RowList({ record }: { record: Import }) {
  const present = states.map(([state, part]) => ({ state, count: sumOf(record.counts, part) })).filter(({ count }) => count > 0)
  const [selected, setSelected] = useState<RowState | null>(null)
  const open = present.find(({ state }) => state === selected)?.state ?? present[0]?.state
  if (!open) return null
  return (
    <Card className="space-y-4">
      <CardHeader title={t`All rows`} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">
          <Trans>Show rows</Trans>
        </legend>
        {present.map(({ state, count }) => (
          <button
            key={state}
            type="button"
            aria-pressed={state === open}
            onClick={() => setSelected(state)}
            className={clsx(
              'figures min-h-11 rounded-full border px-4 text-sm font-semibold',
              state === open ? 'border-herb bg-herb-soft text-herb-ink' : 'border-edge text-ink-soft hover:text-ink',
            )}
          >
            {rowStateNames[state]} {count}
          </button>
        ))}
      </fieldset>
      <Rows key={`${record.id} ${open}`} record={record} state={open} />
    </Card>
  )
}

function Rows({ record, state }: { record: Import; state: RowState }) {
  const list = useImportRows(record.id, state, record.state)
  const { data, error, isPending, isFetching, refetch } = list
  if (isPending) return <SkeletonRows rows={4} />
  if (!data) return <ErrorState error={error} fallback={t`Couldn’t load the rows.`} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <>
      <ul className="divide-y divide-line border-t border-line">
        {data.pages.flat().map((row) => (
          <Row key={row.no} row={row} />
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  )
}

function Row({ row: { kind, name, detail, place, why, match } }: { row: ImportRow }) {
  return (
    <li className="py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 font-semibold break-words">{name === '' ? t`No name` : name}</span>
        <span className="figures text-sm text-ink-soft">{detail}</span>
      </p>
      <p className="text-sm text-ink-soft">
        {kindNames[kind]} · {place}
        {match === null ? null : (
          <>
            {' · '}
            <Trans>matches {match}</Trans>
          </>
        )}
      </p>
      {why === null ? null : <p className="text-sm">{why}</p>}
    </li>
  )
}
