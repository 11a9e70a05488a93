import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useLinkedCircles } from '#domains/circles/web/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { type Lot, listLots } from '#domains/inventory/contract.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox, Select } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useMakeOffer, useShareLots } from '../api.ts'

/** Shown wherever sharing can be turned on. */
export const sharingNotice = t`People in your circles see a shared item’s name, amount, location and date, whether it’s open, who added it, and your household’s name. If you borrow or lend, the other person also sees your name and email address.`

/** Shares or unshares several lots at once, or offers a single one to a circle. */
export function ShareDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Lot>>(new Map())
  const clear = () => setChosen(new Map())
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => {
        if (shown) return
        clear()
        onClose()
      }}
      title={t`Share items`}
      size="large"
      // In the footer, so that it stays visible while scrolling.
      footer={open && chosen.size > 0 ? <ForChosen chosen={[...chosen.values()]} onDone={clear} /> : undefined}
    >
      {open ? <Chooser chosen={chosen} onChoose={setChosen} /> : null}
    </Dialog>
  )
}

const maxShown = 200
type Chosen = ReadonlyMap<string, Lot>

function Chooser({ chosen, onChoose }: { chosen: Chosen; onChoose: (next: Chosen) => void }) {
  const lots = useEndpointQuery(listLots, { query: {} }, { staleTime: 0 })
  const [search, setSearch] = useState('')
  if (lots.isPending) return <SkeletonRows rows={5} />
  if (!lots.data)
    return <ErrorState error={lots.error} fallback={t`Failed to fetch data`} busy={lots.isFetching} onRetry={() => void lots.refetch()} />

  const all = Array.isArray(lots.data) ? lots.data : lots.data.items
  const fitting = all.filter(
    (lot) => nameKey(`${lot.ingredient.name} ${translateLocation(lot.location)}`).includes(nameKey(search)) || search === '',
  )
  const shown = fitting.slice(0, maxShown)
  const toggle = (lot: Lot) => {
    const next = new Map(chosen)
    if (!next.delete(lot.id)) next.set(lot.id, lot)
    onChoose(next)
  }
  return (
    <div className="space-y-4">
      <p className="text-sm text-ink-soft">{sharingNotice}</p>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox value={search} onChange={setSearch} placeholder={t`Search your items`} className="min-w-64 flex-1" />
        <Button variant="plain" onClick={() => onChoose(chosen.size > 0 ? new Map() : new Map(shown.map((lot) => [lot.id, lot])))}>
          {chosen.size > 0 ? t`Clear selection` : t`Select all`}
        </Button>
      </div>
      {fitting.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>No matching items.</Trans>
        </p>
      ) : null}
      <ul className="divide-y divide-line">
        {shown.map((lot) => (
          <li key={lot.id}>
            <LotLine lot={lot} isChosen={chosen.has(lot.id)} onToggle={() => toggle(lot)} />
          </li>
        ))}
      </ul>
      {fitting.length > shown.length ? (
        <p className="text-sm text-ink-soft">
          <Trans>{fitting.length - shown.length} more. Search to find them.</Trans>
        </p>
      ) : null}
    </div>
  )
}

function ForChosen({ chosen, onDone }: { chosen: readonly Lot[]; onDone: () => void }) {
  const share = useShareLots()
  const mark = (isShared: boolean) =>
    share.mutateAsync({ body: { ids: chosen.map(({ id }) => id), isShared } }).then(
      (changed) => {
        onDone()
        toast.done(
          isShared
            ? plural(changed.length, { one: '# item shared with your circles.', other: '# items shared with your circles.' })
            : plural(changed.length, { one: '# item is no longer shared.', other: '# items are no longer shared.' }),
        )
      },
      (error: unknown) => toast.fail(errorMessage(error, t`That didn’t work.`)),
    )
  const [only] = chosen.length === 1 ? chosen : []
  return (
    <div className="w-full space-y-3">
      {only ? <OfferIt key={only.id} lot={only} onDone={onDone} /> : null}
      <div className="flex gap-2 sm:justify-end">
        <Button variant="quiet" className="max-sm:flex-1" onClick={() => void mark(false)}>
          <Trans>Stop sharing</Trans>
        </Button>
        <Button className="max-sm:flex-1" busy={share.isPending} onClick={() => void mark(true)}>
          <Trans>Share {chosen.length}</Trans>
        </Button>
      </div>
    </div>
  )
}

function LotLine({ lot, isChosen, onToggle }: { lot: Lot; isChosen: boolean; onToggle: () => void }) {
  const { show } = useQuantityFormatter()
  const state = lot.isShared ? t`shared` : t`not shared`
  return (
    <Checkbox
      className="py-1"
      label={<span className="font-semibold">{lot.ingredient.name}</span>}
      hint={`${show(lot.quantity, lot.unit)} · ${translateLocation(lot.location)} · ${state}`}
      checked={isChosen}
      onChange={onToggle}
    />
  )
}

function OfferIt({ lot, onDone }: { lot: Lot; onDone: () => void }) {
  const circles = useLinkedCircles()
  const [circleId, setCircleId] = useState('')
  const offer = useMakeOffer()
  if (circles.length === 0) return null
  const to = circleId || (circles[0]?.id ?? '')
  const send = () =>
    offer.mutateAsync({ body: { inventoryItemId: lot.id, circleId: to } }).then(
      () => {
        toast.done(t`Offered ${lot.ingredient.name}.`)
        onDone()
      },
      (error: unknown) => toast.fail(errorMessage(error, t`Couldn’t create the offer.`)),
    )
  return (
    <div className="flex flex-wrap items-end gap-2 rounded-control bg-soon-soft px-4 py-3 text-soon-ink">
      <Select label={t`Give ${lot.ingredient.name} to`} value={to} onChange={(event) => setCircleId(event.target.value)}>
        {circles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Button busy={offer.isPending} onClick={() => void send()}>
        <Trans>Offer it</Trans>
      </Button>
    </div>
  )
}
