import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, KeyRound } from 'lucide-react'
import { useHasRole } from '#domains/households/web/index.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { formatExactTime } from '#platform/web/ui/relative-time.tsx'
import { Link, useSearch } from '#platform/web/ui/router.tsx'
import type { Import } from '../../contract.ts'
import { useImport, useImports } from '../api.ts'
import { importStateNames, sourceNames } from './import-display.ts'
import { ImportStatusCard } from './import-status-card.tsx'
import { RowList } from './row-list.tsx'
import { SourceForm } from './source-form.tsx'

/** The URL holds the id of the open import. */
export default function ImportPanel() {
  const canImport = useHasRole('ADMIN')
  const { import: idInUrl }: { import?: unknown } = useSearch()
  const importId = typeof idInUrl === 'string' ? idInUrl : null
  const open = (id: string | null) => navigate({ to: '/settings', search: searchFor(id) })
  if (!canImport)
    return (
      <Card>
        <EmptyState icon={KeyRound} title={t`For owners and admins`}>
          <Trans>Ask an owner or admin of this household to import your data.</Trans>
        </EmptyState>
      </Card>
    )
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="display text-2xl">
            <Trans>Import from another app or a Larder export</Trans>
          </h2>
          <p className="text-ink-soft">
            <Trans>You’ll see a preview before anything changes, and you can undo the whole import.</Trans>
          </p>
        </div>
        {importId === null ? null : (
          <Button variant="quiet" onClick={() => open(null)}>
            <Trans>New import</Trans>
          </Button>
        )}
      </div>
      {importId === null ? (
        <>
          <SourceForm onRead={({ id }) => open(id)} />
          <EarlierImports />
        </>
      ) : (
        <OpenImport importId={importId} onDiscard={() => open(null)} />
      )}
    </div>
  )
}

const searchFor = (id: string | null) => ({ tab: 'moving', ...(id === null ? {} : { import: id }) })

function OpenImport({ importId, onDiscard }: { importId: string; onDiscard: () => void }) {
  const { data, error, isFetching, refetch } = useImport(importId)
  if (data)
    return (
      <div className="space-y-5">
        <ImportStatusCard record={data} onDiscard={onDiscard} />
        <RowList record={data} />
      </div>
    )
  return (
    <Card flush>
      {error ? (
        <ErrorState error={error} fallback={t`Couldn’t load the import.`} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Card>
  )
}

function EarlierImports() {
  const { data, error, isFetching, isPending, refetch } = useImports()
  if (isPending)
    return (
      <Card flush>
        <SkeletonRows rows={2} />
      </Card>
    )
  if (!data)
    return (
      <Card flush>
        <ErrorState error={error} fallback={t`Couldn’t load earlier imports.`} busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    )
  if (data.length === 0) return null
  return (
    <Card>
      <CardHeader title={t`Earlier imports`} />
      <ul className="divide-y divide-line">
        {data.map((record) => (
          <EarlierRow key={record.id} record={record} />
        ))}
      </ul>
    </Card>
  )
}

function EarlierRow({ record: { id, source, state, createdAt, madeBy } }: { record: Import }) {
  return (
    <li>
      <Link to="/settings" search={searchFor(id)} className="flex min-h-14 items-center gap-3 py-2 hover:bg-hover">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">
            {sourceNames[source]} · {importStateNames[state]}
          </span>
          <span className="figures block text-sm text-ink-soft">
            {[formatExactTime(new Date(createdAt)), madeBy?.firstName].filter(Boolean).join(' · ')}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      </Link>
    </li>
  )
}
