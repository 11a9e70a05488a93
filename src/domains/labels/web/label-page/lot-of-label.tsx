import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Tag, Utensils } from 'lucide-react'
import { Suspense, use, useState } from 'react'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
import { IngredientGlyph, LocationLabel, wholeLocation } from '#domains/ingredients/web/index.ts'
import { getLot, type Lot } from '#domains/inventory/contract.ts'
import {
  AddToListContext,
  LotExpiryBadge,
  LotSheet,
  type LotSheetView,
  loadStockActions,
  useLotAmount,
} from '#domains/inventory/web/index.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { formatLabelCode, type Label } from '../../contract.ts'
import { takeLabelOff } from '../api/labels.ts'

interface LotProps {
  label: Label
  lotId: string
  onFailure: (error: unknown) => void
}

/** Shows what a label is on, and uses it. */
export function LotOfLabel({ label, lotId, onFailure }: LotProps) {
  const { data: lot, error, isFetching, refetch } = useEndpointQuery(getLot, { params: { id: lotId } })
  const [act, setAct] = useState<LotSheetView | null>(null)
  const code = t`Label ${formatLabelCode(label.id)}`
  return (
    <>
      <PageHeader title={lot?.ingredient.name ?? code} subtitle={lot ? code : null} />
      {lot ? (
        <LotCard lot={lot} label={label} onAct={setAct} onFailure={onFailure} />
      ) : (
        <Card flush>
          {error ? (
            <ErrorState error={error} title={t`Couldn’t load this item`} onRetry={() => void refetch()} busy={isFetching} />
          ) : (
            <SkeletonRows rows={3} />
          )}
        </Card>
      )}
      <Suspense fallback={null}>
        <LotSheet id={act === null ? null : lotId} act={act ?? 'detail'} onAct={setAct} onClose={() => setAct(null)} />
      </Suspense>
    </>
  )
}

function LotCard({ lot, label, onAct, onFailure }: { lot: Lot; onAct: (act: LotSheetView) => void } & Omit<LotProps, 'lotId'>) {
  const today = useToday()
  const { show } = useLotAmount()
  const addToList = use(AddToListContext)
  const mayChange = useHasRole('MEMBER')
  const takeAll = () => void loadStockActions().then(({ consume }) => consume(lot, lot.quantity, addToList))
  return (
    <Card className="max-w-xl space-y-4">
      <div className="flex items-start gap-4">
        <IngredientGlyph id={lot.ingredient.id} name={lot.ingredient.name} category={lot.ingredient.category} size="large" />
        <div className="min-w-0 flex-1 space-y-1">
          <p className="display figures text-3xl leading-tight">{show(lot)}</p>
          <p className="text-ink-soft">
            <LocationLabel location={lot.location} storage={lot.storage} className={wholeLocation} />
          </p>
        </div>
      </div>
      <div className="rounded-control bg-sunken px-4 py-3">
        <LotExpiryBadge lot={lot} today={today} isDetailed />
        {lot.expirationReason ? <p className="mt-1.5 text-sm text-ink">{lot.expirationReason}</p> : null}
      </div>
      {lot.note ? <p className="wrap-anywhere whitespace-pre-line text-ink">{lot.note}</p> : null}
      {mayChange ? (
        <div className="flex flex-wrap gap-2 *:flex-1">
          <Button icon={<Utensils aria-hidden="true" className="size-5" />} onClick={() => onAct('use')}>
            <Trans>Use</Trans>
          </Button>
          <Button variant="quiet" onClick={takeAll}>
            <Trans>Use all</Trans>
          </Button>
        </div>
      ) : null}
      <div className="-mx-2 flex flex-wrap justify-between gap-x-2">
        <Button variant="plain" onClick={() => onAct('detail')}>
          <Trans>Details</Trans>
        </Button>
        {mayChange ? (
          <Button
            variant="plain"
            icon={<Tag aria-hidden="true" className="size-5" />}
            onClick={() => void takeLabelOff(label).catch(onFailure)}
          >
            <Trans>Take label off</Trans>
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
