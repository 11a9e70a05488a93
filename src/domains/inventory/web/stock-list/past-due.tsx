import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check, Trash2, Utensils } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { daysBetween } from '#platform/shared/calendar.ts'
import { isSettled } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { RenderOnceLoaded } from '#platform/web/ui/load-states.tsx'
import type { Lot } from '../../contract.ts'
import { consume, correct, discard } from '../api/lot-actions.ts'
import { pastDueLotsQuery } from '../api/stock-cache.ts'
import { useLotAmount } from '../fields/use-lot-amount.ts'

const none: readonly Lot[] = []
const shown = 3
const versionOf = (lot: Lot) => `${lot.id} ${lot.version}`

/** Returns the lots to ask about. Empty for viewers and if nothing is asked. */
export function usePastDue(isAsked = true): { isKnown: boolean; lots: readonly Lot[] } {
  const mayChange = useHasRole('MEMBER')
  const query = useQuery({ ...pastDueLotsQuery(), enabled: mayChange && isAsked })
  return { isKnown: !isAsked || isSettled(query), lots: (mayChange && query.data) || none }
}

/** Shows the question, if there is one, and its children below it. */
export function PastDueSection({ children }: { children: ReactNode }) {
  const { isKnown, lots } = usePastDue()
  return (
    <RenderOnceLoaded isKnown={isKnown} className="space-y-5">
      <PastDueCard lots={lots} />
      {children}
    </RenderOnceLoaded>
  )
}

/** Asks whether lots long past their date were eaten, thrown away or are still here. */
export function PastDueCard({ lots }: { lots: readonly Lot[] }) {
  // Hides answered lots until the server's next response. An undone answer returns with a new version.
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const open = lots.filter((lot) => !answered.has(versionOf(lot)))
  if (open.length === 0) return null
  const answer = async (lot: Lot, act: Promise<{ done: boolean }>) => {
    setAnswered((known) => new Set(known).add(versionOf(lot)))
    if (!(await act).done) setAnswered((known) => new Set([...known].filter((one) => one !== versionOf(lot))))
  }
  const more = open.length - shown
  return (
    <Card flush aria-labelledby="past-due">
      <CardHeader
        title={
          <span id="past-due">
            <Trans>What happened to these?</Trans>
          </span>
        }
        className="px-4 pt-2 sm:px-5"
        aside={
          more > 0 ? (
            <span className="text-sm text-ink-soft">
              <Trans>and {more} more</Trans>
            </span>
          ) : undefined
        }
      />
      <ul className="divide-y divide-line">
        {open.slice(0, shown).map((lot) => (
          <Question key={lot.id} lot={lot} onAnswer={(act) => void answer(lot, act)} />
        ))}
      </ul>
    </Card>
  )
}

function Question({ lot, onAnswer }: { lot: Lot; onAnswer: (act: Promise<{ done: boolean }>) => void }) {
  const { show } = useLotAmount()
  const today = useToday()
  const { name, category } = lot.ingredient
  const days = lot.effectiveExpiration === null ? 0 : daysBetween(lot.effectiveExpiration, today)
  const look = 'min-w-0 flex-1 px-1.5 text-sm! whitespace-nowrap sm:flex-none sm:px-3'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3 sm:px-5">
      <IngredientGlyph id={lot.ingredient.id} name={name} category={category} size="small" />
      <p className="min-w-0 flex-1">
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-ink-soft">
          {show(lot)} · {plural(days, { one: 'expired # day ago', other: 'expired # days ago' })}
        </span>
      </p>
      <fieldset className="flex gap-2 max-sm:w-full">
        <legend className="sr-only">{name}</legend>
        <Button
          variant="quiet"
          className={look}
          icon={<Utensils aria-hidden="true" className="size-4.5 max-sm:hidden" />}
          onClick={() => onAnswer(consume(lot, lot.quantity))}
        >
          <Trans>Eaten</Trans>
        </Button>
        <Button
          variant="quiet"
          className={look}
          icon={<Trash2 aria-hidden="true" className="size-4.5 max-sm:hidden" />}
          onClick={() => onAnswer(discard(lot, { reason: 'expired' }))}
        >
          <Trans>Thrown away</Trans>
        </Button>
        <Button
          variant="quiet"
          className={look}
          icon={<Check aria-hidden="true" className="size-4.5 max-sm:hidden" />}
          onClick={() => onAnswer(correct(lot, lot.quantity))}
        >
          <Trans>Still here</Trans>
        </Button>
      </fieldset>
    </li>
  )
}
