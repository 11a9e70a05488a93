import { useState } from 'react'
import { useLinkedCircles } from '#domains/circles/web/index.ts'
import { type Lot, listLots } from '#domains/inventory/contract.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import { nameKey } from '#platform/contract/text.ts'
import { useReply } from '#platform/web/cache.ts'
import { sentenceOf } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox, Select } from '#platform/web/ui/field.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useMakeOffer, useShareLots } from '../api.ts'

/** What others see, said where one decides about it. */
export const whatIsSeen =
  'Circles your household is linked to see of a shared item: what it is, who added it, your household’s name, how much, where it stands, opened or sealed, and the date on it. Nothing else.'

/** Many lots shared or kept at once, and one offered to a circle. */
export function ShareDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(shown) => !shown && onClose()} title="Share items" size="large">
      {open ? <Chooser /> : null}
    </Dialog>
  )
}

const mostShown = 200

function Chooser() {
  const lots = useReply(listLots, { query: {} }, { staleTime: 0 })
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const share = useShareLots()
  if (lots.isPending) return <SkeletonRows rows={5} />
  if (!lots.data)
    return <ErrorState error={lots.error} fallback="Failed to fetch data" busy={lots.isFetching} onRetry={() => void lots.refetch()} />

  const all = Array.isArray(lots.data) ? lots.data : lots.data.items
  const fitting = all.filter((lot) => nameKey(`${lot.ingredient.name} ${lot.location}`).includes(nameKey(search)) || search === '')
  const shown = fitting.slice(0, mostShown)
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const mark = (isShared: boolean) =>
    share.mutateAsync({ body: { ids: [...chosen], isShared } }).then(
      (changed) => {
        setChosen(new Set())
        toast.done(isShared ? `Shared with your circles: ${changed.length}.` : `No longer shared: ${changed.length}.`)
      },
      (error: unknown) => toast.fail(sentenceOf(error, 'That did not work.')),
    )
  const only = chosen.size === 1 ? all.find(({ id }) => chosen.has(id)) : undefined
  return (
    <div className="space-y-4">
      <p className="text-sm text-ink-soft">{whatIsSeen}</p>
      {/* What is done with the chosen ones stays in sight however far down they are. */}
      <div className="sticky -top-px z-10 space-y-3 bg-card pb-2">
        <SearchBox value={search} onChange={setSearch} placeholder="Search your items" />
        <div className="flex flex-wrap items-center gap-2">
          <Button disabled={chosen.size === 0} busy={share.isPending} onClick={() => void mark(true)}>
            Share {chosen.size === 0 ? '' : chosen.size}
          </Button>
          <Button variant="quiet" disabled={chosen.size === 0} onClick={() => void mark(false)}>
            Stop sharing
          </Button>
          <Button variant="plain" onClick={() => setChosen(chosen.size > 0 ? new Set() : new Set(shown.map(({ id }) => id)))}>
            {chosen.size > 0 ? 'Choose none' : 'Choose all'}
          </Button>
        </div>
        {only ? <OfferIt key={only.id} lot={only} onDone={() => setChosen(new Set())} /> : null}
      </div>
      {fitting.length === 0 ? <p className="text-ink-soft">Nothing here by that name.</p> : null}
      <ul className="divide-y divide-line">
        {shown.map((lot) => (
          <li key={lot.id}>
            <LotLine lot={lot} isChosen={chosen.has(lot.id)} onToggle={() => toggle(lot.id)} />
          </li>
        ))}
      </ul>
      {fitting.length > shown.length ? (
        <p className="text-sm text-ink-soft">{fitting.length - shown.length} more: search for them.</p>
      ) : null}
    </div>
  )
}

function LotLine({ lot, isChosen, onToggle }: { lot: Lot; isChosen: boolean; onToggle: () => void }) {
  const { show } = useUnits()
  const state = lot.isShared ? 'shared' : 'not shared'
  return (
    <Checkbox
      className="py-1"
      label={<span className="font-semibold">{lot.ingredient.name}</span>}
      hint={`${show(lot.quantity, lot.unit)} · ${lot.location} · ${state}`}
      checked={isChosen}
      onChange={onToggle}
    />
  )
}

/** One lot to a circle, for whoever is first. */
function OfferIt({ lot, onDone }: { lot: Lot; onDone: () => void }) {
  const circles = useLinkedCircles()
  const [circleId, setCircleId] = useState('')
  const offer = useMakeOffer()
  if (circles.length === 0) return null
  const to = circleId || (circles[0]?.id ?? '')
  const send = () =>
    offer.mutateAsync({ body: { inventoryItemId: lot.id, circleId: to } }).then(
      () => {
        toast.done(`${lot.ingredient.name} is offered.`)
        onDone()
      },
      (error: unknown) => toast.fail(sentenceOf(error, 'That was not offered.')),
    )
  return (
    <div className="flex flex-wrap items-end gap-2 rounded-control bg-soon-soft px-4 py-3 text-soon-ink">
      <Select label={`Give ${lot.ingredient.name} away to`} value={to} onChange={(event) => setCircleId(event.target.value)}>
        {circles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Button busy={offer.isPending} onClick={() => void send()}>
        Offer it
      </Button>
    </div>
  )
}
