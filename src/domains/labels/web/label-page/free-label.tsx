import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MapPin, PackagePlus, Refrigerator } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { inventoryStats, listLots } from '#domains/inventory/contract.ts'
import { LotExpiryBadge, useLotAmount } from '#domains/inventory/web/index.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { Label } from '../../contract.ts'
import { markLocation, putLabelOn } from '../api/labels.ts'

interface FreeProps {
  label: Label
  /** Runs before the label marks a location. */
  onMark: () => void
  /** Runs with what a change that failed threw. */
  onFailure: (error: unknown) => void
}

/** Asks what a label is on. */
export function FreeLabel({ label, onMark, onFailure }: FreeProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
      <Card className="space-y-4">
        <CardHeader title={t`What is in it?`} icon={PackagePlus} />
        <Link to="/inventory/add" search={{ label: label.id }} className={buttonClass('primary', 'w-full')}>
          <Trans>Add something new</Trans>
        </Link>
        <StockChoice label={label} onFailure={onFailure} />
      </Card>
      <LocationChoice label={label} onMark={onMark} onFailure={onFailure} />
    </div>
  )
}

const shownLots = 8

/** Offers the newest items, or those that match a search. */
function StockChoice({ label, onFailure }: Omit<FreeProps, 'onMark'>) {
  const today = useToday()
  const { show } = useLotAmount()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const query = { sort: 'createdAt', order: 'desc', limit: shownLots, ...(search === '' ? {} : { search }) } as const
  const { data, error, isPending, isFetching, refetch } = useEndpointQuery(listLots, { query }, { keepLast: true })
  const lots = data === undefined ? [] : Array.isArray(data) ? data : data.items
  return (
    <div className="space-y-3">
      <TextInput
        label={t`Or choose from your inventory`}
        type="search"
        autoComplete="off"
        placeholder={t`Search ingredients...`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isPending ? (
        <SkeletonRows rows={3} />
      ) : error && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} className="py-6!" />
      ) : lots.length === 0 ? (
        <p className="text-ink-soft">
          {search === '' ? <Trans>Nothing in your inventory yet.</Trans> : <Trans>Nothing in your inventory matches.</Trans>}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {lots.map((lot) => (
            <li key={lot.id}>
              <button
                type="button"
                onClick={() => void putLabelOn(label, lot).catch(onFailure)}
                className="flex min-h-14 w-full items-center gap-3 rounded-tile px-2 py-1.5 text-start hover:bg-hover"
              >
                <IngredientGlyph id={lot.ingredient.id} name={lot.ingredient.name} category={lot.ingredient.category} size="small" />
                <span className="min-w-0 flex-1">
                  <span className="block wrap-anywhere font-semibold">{lot.ingredient.name}</span>
                  <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                    <span className="figures text-sm text-ink-soft">{show(lot)}</span>
                    <LotExpiryBadge lot={lot} today={today} />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Lets the label mark a location, known or new. */
function LocationChoice({ label, onMark, onFailure }: FreeProps) {
  const { data } = useEndpointQuery(inventoryStats, {})
  const [typed, setTyped] = useState('')
  const known = (data?.byLocation ?? []).map(({ location }) => location).filter((location) => location !== '')
  const mark = (location: string) => {
    onMark()
    void markLocation(label, location).catch(onFailure)
  }
  return (
    <Card className="space-y-3">
      <CardHeader title={t`Or does it mark a place?`} icon={MapPin} />
      <p className="text-ink-soft">
        <Trans>Scanning it then opens the shelf check of that place.</Trans>
      </p>
      {known.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {known.map((location) => (
            <li key={location}>
              <Button
                variant="quiet"
                icon={<Refrigerator aria-hidden="true" className="size-4.5" />}
                onClick={() => mark(location)}
                className="h-auto! min-h-11 max-w-full wrap-anywhere"
              >
                {translateLocation(location)}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <form
        noValidate
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const location = typed.trim()
          if (location !== '') mark(known.find((one) => translateLocation(one) === location) ?? location)
        }}
      >
        <TextInput
          label={t`Another place`}
          autoComplete="off"
          maxLength={60}
          placeholder={t`e.g. Freezer drawer 2`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-[min(100%,15rem)] flex-1"
        />
        <Button type="submit" variant="quiet">
          <Trans>Mark</Trans>
        </Button>
      </form>
    </Card>
  )
}
