import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '#domains/account/rules/full-name.ts'
import { useLinkedCircles } from '#domains/circles/web/index.ts'
import { useHasRole } from '#domains/households/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { expiryLabel } from '#domains/inventory/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { formatAmountOf } from '#platform/shared/unit-display.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader, LoadError } from '#platform/web/ui/card.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Offer, OfferSuggestion } from '../../contract/index.ts'
import { useMakeOffer, useOffers, useSuggestions, useTakeOffer, useWithdrawOffer } from '../api.ts'
import { formatOfferEnd } from '../borrow/request-format.ts'

const suggestedAtFirst = 2

/** Lists offers and suggestions, or renders nothing if there are none. */
export function Offers() {
  const offers = useOffers()
  const data = offers.data ?? []
  const suggestions = useSuggestions().data ?? []
  const circles = useLinkedCircles()
  const isSuggesting = useHasRole('MEMBER') && circles.length > 0
  const [isExpanded, setExpanded] = useState(false)
  const suggested = isSuggesting ? (isExpanded ? suggestions : suggestions.slice(0, suggestedAtFirst)) : []
  if (data.length + suggested.length === 0) return <LoadError query={offers} title={t`Couldn’t load offers`} />
  return (
    <Card flush>
      <CardHeader title={t`Free food to rescue`} icon={Gift} className="px-4 pt-3 sm:px-5" />
      <p className="px-4 text-sm text-ink-soft sm:px-5">
        <Trans>Food that needs eating soon. First come, first served; nothing to return.</Trans>
      </p>
      <ul className="mt-2 divide-y divide-line">
        {data.map((offer) => (
          <OfferRow key={offer.id} offer={offer} />
        ))}
        {suggested.map((one) => (
          <SuggestionRow key={one.inventoryItemId} suggestion={one} circles={circles} />
        ))}
      </ul>
      {isSuggesting && suggested.length < suggestions.length ? (
        <Button variant="plain" className="w-full rounded-none! border-t! border-line!" onClick={() => setExpanded(true)}>
          {t`${suggestions.length - suggested.length} more at risk of going to waste`}
        </Button>
      ) : null}
    </Card>
  )
}

function OfferRow({ offer }: { offer: Offer }) {
  const { show } = useQuantityFormatter()
  const mayAct = useHasRole('MEMBER')
  const take = useTakeOffer()
  const withdraw = useWithdrawOffer()
  const what = formatAmountOf(offer.quantity, offer.unit, offer.ingredient.name, show)
  const act = () => {
    const done = offer.isOurs ? withdraw.mutateAsync({ params: { id: offer.id } }) : take.mutateAsync({ params: { id: offer.id } })
    done.then(
      () => toast.done(offer.isOurs ? t`${what} is no longer offered.` : t`You claimed ${what}. Pick it up, then mark it as completed.`),
      (error: unknown) => toast.fail(errorMessage(error, t`That didn’t work.`)),
    )
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-5">
      <IngredientGlyph name={offer.ingredient.name} category={offer.ingredient.category} size="small" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{what}</p>
        <p className="text-sm break-words text-ink-soft">
          {offer.isOurs ? t`You offered it to ${offer.circle.name}` : `${fullName(offer.user)}, ${offer.household.name}`} ·{' '}
          {formatOfferEnd(offer.expiresAt)}
        </p>
      </div>
      {mayAct ? (
        <Button
          variant={offer.isOurs ? 'quiet' : 'primary'}
          aria-label={offer.isOurs ? t`Withdraw: ${what}` : t`Claim ${what}`}
          busy={take.isPending || withdraw.isPending}
          onClick={act}
        >
          {offer.isOurs ? t`Withdraw` : t`Claim`}
        </Button>
      ) : null}
    </li>
  )
}

/** A lot likely to be wasted, with a button to offer it. */
function SuggestionRow({ suggestion, circles }: { suggestion: OfferSuggestion; circles: readonly { id: string; name: string }[] }) {
  const { show } = useQuantityFormatter()
  const offer = useMakeOffer()
  const what = formatAmountOf(suggestion.quantity, suggestion.unit, suggestion.ingredient.name, show)
  const [first] = circles
  if (!first) return null
  const send = (circle: typeof first) =>
    offer.mutateAsync({ body: { inventoryItemId: suggestion.inventoryItemId, circleId: circle.id } }).then(
      () => toast.done(t`Offered ${what} to ${circle.name}.`),
      (error: unknown) => toast.fail(errorMessage(error, t`Couldn’t create the offer.`)),
    )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-5">
      <IngredientGlyph name={suggestion.ingredient.name} category={suggestion.ingredient.category} size="small" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">{what}</p>
        <p className="text-sm text-soon-ink">
          {t`Likely to go to waste`} · {expiryLabel(suggestion.daysLeft)}
        </p>
      </div>
      {circles.length === 1 ? (
        <Button variant="quiet" aria-label={t`Offer to ${first.name}: ${what}`} busy={offer.isPending} onClick={() => void send(first)}>
          <Trans>Offer to {first.name}</Trans>
        </Button>
      ) : (
        <Menu
          trigger={
            <Button variant="quiet" aria-label={t`Offer to a circle: ${what}`} busy={offer.isPending}>
              <Trans>Offer to a circle</Trans>
            </Button>
          }
        >
          {circles.map((circle) => (
            <MenuItem key={circle.id} onSelect={() => void send(circle)}>
              {circle.name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </li>
  )
}
