import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { useLiveStock } from '#domains/inventory/web/index.ts'
import { readLabelCode } from '#domains/scanning/rules/label-link.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { Link, useSearch } from '#platform/web/ui/router.tsx'
import { formatLabelCode, type Label } from '../../contract.ts'
import { takeLabelOff, useLabels } from '../api/labels.ts'
import { FreeLabel } from '../label-page/free-label.tsx'
import { LotOfLabel } from '../label-page/lot-of-label.tsx'
import { UnknownLabel } from '../label-page/unknown-label.tsx'

/** What a scanned label is on. */
export function LabelPage() {
  useLiveStock()
  const code = readLabelCode(useSearch()['code'] ?? '')
  const { data: labels, error, isFetching, refetch } = useLabels()
  const label = labels?.find(({ id }) => id === code)
  if (label) return <KnownLabel key={label.id} label={label} />
  // The label may be newer than what this device knows.
  const isLoading = labels === undefined || isFetching
  return (
    <>
      <PageHeader title={code === null ? t`Labels` : t`Label ${formatLabelCode(code)}`} />
      {code !== null && isLoading && !error ? (
        <Card flush>
          <SkeletonRows rows={3} />
        </Card>
      ) : error && labels === undefined ? (
        <Card flush>
          <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
        </Card>
      ) : (
        <UnknownLabel code={code ?? ''} />
      )}
    </>
  )
}

function KnownLabel({ label }: { label: Label }) {
  const [failure, setFailure] = useState<unknown>(null)
  const mayChange = useHasRole('MEMBER')
  const { lotId, location } = label
  // Those who mark it here stay where they can undo that.
  const [isMarkedHere, setMarkedHere] = useState(false)
  const isToOpen = location !== null && !isMarkedHere
  useEffect(() => {
    if (isToOpen && location !== null) navigate({ to: '/inventory', search: mayChange ? { check: location } : { location }, replace: true })
  }, [isToOpen, location, mayChange])
  if (isToOpen) return null
  return (
    <div className="space-y-4">
      {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t save the label`)}</Notice>}
      {lotId !== null ? (
        <LotOfLabel label={label} lotId={lotId} onFailure={setFailure} />
      ) : location !== null ? (
        <>
          <PageHeader title={translateLocation(location)} subtitle={t`Label ${formatLabelCode(label.id)}`} />
          <Card>
            <EmptyState
              icon={MapPin}
              title={t`Scan it to check this shelf`}
              action={
                <span className="flex flex-wrap justify-center gap-2">
                  <Link to="/inventory" search={{ check: location }} className={buttonClass('primary')}>
                    <Trans>Shelf check</Trans>
                  </Link>
                  <Button variant="quiet" onClick={() => void takeLabelOff(label).catch(setFailure)}>
                    <Trans>Take label off</Trans>
                  </Button>
                </span>
              }
            />
          </Card>
        </>
      ) : (
        <>
          <PageHeader title={t`Label ${formatLabelCode(label.id)}`} subtitle={t`This label is free.`} />
          {mayChange ? (
            <FreeLabel label={label} onMark={() => setMarkedHere(true)} onFailure={setFailure} />
          ) : (
            <Card>
              <EmptyState title={t`You have view-only access`}>
                <Trans>Ask an owner or admin to make you a member.</Trans>
              </EmptyState>
            </Card>
          )}
        </>
      )}
    </div>
  )
}
