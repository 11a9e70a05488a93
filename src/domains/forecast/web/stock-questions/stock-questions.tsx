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
import { listStockDoubts, listStockQuestions, probablyGone, type StockQuestion } from '../../contract.ts'
import { answerAmounts, guessPieces, nearestQuarter } from '../../rules/answer-amounts.ts'

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
    void invalidate(listStockQuestions, listStockDoubts)
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
      />
      <p className="px-4 pb-1 text-sm text-ink-soft sm:px-5">
        <Trans>Not everything seems to be recorded. Larder asks three questions a week, at most.</Trans>
      </p>
      <ul className="divide-y divide-line">
        {open.map((question) => (
          <Question key={question.lotId} question={question} onAnswer={(lot, quantity) => void answer(lot, quantity)} />
        ))}
      </ul>
      <div className="border-t border-line px-2 py-1 sm:px-3">
        <Button variant="plain" onClick={hide}>
          <Trans>Not this week</Trans>
        </Button>
      </div>
    </Card>
  )
}

const fractions = new Map([
  [0.25, '¼'],
  [0.5, '½'],
  [0.75, '¾'],
])

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
  // An exact amount would look measured.
  const pieces = guessPieces(left, lot.quantity, lot.unit)
  const guess = pieces === null ? (fractions.get(nearestQuarter(left / lot.quantity)) ?? '') : show(lot, pieces)
  return (
    <li className="space-y-2.5 px-4 py-3 sm:px-5">
      <div className="flex items-center gap-4">
        <IngredientGlyph id={id} name={name} category={category} size="small" />
        <p className="min-w-0 flex-1">
          <span className="block font-semibold break-words">{name}</span>
          <span className="block text-sm text-ink-soft">
            {t`Recorded: ${show(lot)}`}
            {' · '}
            {gone >= probablyGone ? t`probably gone (${percent}%)` : t`perhaps ${guess} left`}
          </span>
        </p>
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t`How much ${name} is left?`}</legend>
        {answerAmounts(lot.quantity, lot.unit).map(({ quantity, share }) => {
          const label = share === 0 ? t`None` : share === 1 ? t`All` : share === null ? show(lot, quantity) : fractions.get(share)
          return (
            <Button
              key={quantity}
              variant="quiet"
              className="min-w-fit flex-1 px-1!"
              aria-label={share === 0 || share === null ? label : `${label}: ${show(lot, quantity)}`}
              onClick={() => onAnswer(lot, quantity)}
            >
              {label}
            </Button>
          )
        })}
      </fieldset>
    </li>
  )
}
