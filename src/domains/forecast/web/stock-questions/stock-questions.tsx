import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { getLot, type Lot } from '#domains/inventory/contract.ts'
import { loadStockActions, useLotAmount, useStockChanges } from '#domains/inventory/web/index.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { invalidate, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession, localState } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { listStockQuestions, type StockQuestion } from '../../contract.ts'
import { answerAmounts, roughAmount } from '../../rules/answer-amounts.ts'

/** From this probability on, an item is probably gone. */
const probablyGone = 0.5

/** Asks about items that may have been used without a record. Shows nothing to viewers, offline, and if there is nothing to ask. */
export function StockQuestions() {
  const mayChange = useHasRole('MEMBER')
  const today = useToday()
  const [slot] = useState(() => `stockQuestionsHiddenUntil.${currentSession().household ?? ''}`)
  const [hiddenUntil, setHiddenUntil] = useState(() => localState.read(slot) ?? '')
  const isAsked = mayChange && hiddenUntil <= today
  const { data = [] } = useEndpointQuery(listStockQuestions, {}, { enabled: isAsked })
  useStockChanges(useCallback(() => void invalidate(listStockQuestions), []))
  // Hides answered items until the next response.
  const [answered, setAnswered] = useState<readonly string[]>([])
  const open = data.filter(({ lotId }) => !answered.includes(lotId))
  if (!isAsked || open.length === 0) return null
  const hide = () => {
    const until = addDays(today, 7)
    localState.write(slot, until)
    setHiddenUntil(until)
  }
  const answer = async (lot: Lot, quantity: number) => {
    setAnswered((all) => [...all, lot.id])
    const { correct } = await loadStockActions()
    const { done } = await correct(lot, quantity)
    if (!done) setAnswered((all) => all.filter((id) => id !== lot.id))
    void invalidate(listStockQuestions)
  }
  return (
    <Card flush aria-labelledby="stock-questions">
      <CardHeader
        title={
          <span id="stock-questions">
            <Trans>How much is left?</Trans>
          </span>
        }
        className="px-4 pt-2 sm:px-5"
        aside={
          <Button variant="plain" onClick={hide}>
            <Trans>Not this week</Trans>
          </Button>
        }
      />
      <p className="px-4 pb-1 text-sm text-ink-soft sm:px-5">
        <Trans>Not everything seems to be recorded. At most three questions a week keep your stock right.</Trans>
      </p>
      <ul className="divide-y divide-line">
        {open.map((question) => (
          <Question key={question.lotId} question={question} onAnswer={(lot, quantity) => void answer(lot, quantity)} />
        ))}
      </ul>
    </Card>
  )
}

interface QuestionProps {
  question: StockQuestion
  onAnswer: (lot: Lot, quantity: number) => void
}

/** Shows nothing until the item is known, and if it is gone meanwhile. */
function Question({ question: { lotId, gone, left }, onAnswer }: QuestionProps) {
  const { show } = useLotAmount()
  const { data: lot } = useEndpointQuery(getLot, { params: { id: lotId } })
  if (lot?.state !== 'active') return null
  const { id, name, category } = lot.ingredient
  const percent = Math.round(100 * gone)
  return (
    <li className="space-y-2.5 px-4 py-3 sm:px-5">
      <div className="flex items-center gap-4">
        <IngredientGlyph id={id} name={name} category={category} size="small" />
        <p className="min-w-0 flex-1">
          <span className="block font-semibold break-words">{name}</span>
          <span className="block text-sm text-ink-soft">
            {t`Recorded: ${show(lot)}`}
            {' · '}
            {gone >= probablyGone ? t`probably gone (${percent} %)` : t`perhaps ${show(lot, roughAmount(left, lot.unit))} left`}
          </span>
        </p>
      </div>
      <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-2">
        <legend className="sr-only">{t`How much ${name} is left?`}</legend>
        {answerAmounts(lot.quantity, lot.unit).map((quantity) => (
          <Button key={quantity} variant="quiet" className="min-w-0 px-1! text-sm!" onClick={() => onAnswer(lot, quantity)}>
            {quantity === 0 ? <Trans>None</Trans> : quantity === lot.quantity ? t`All ${show(lot)}` : show(lot, quantity)}
          </Button>
        ))}
      </fieldset>
    </li>
  )
}
