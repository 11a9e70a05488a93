import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useRef, useState } from 'react'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import type { Lot } from '#domains/inventory/contract.ts'
import { useLotAmount, useStockChanges } from '#domains/inventory/web/index.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { invalidate, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession, localState } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { listStockQuestions, probablyGone, type StockQuestion } from '../../contract.ts'
import { answerAmounts, guessLeft } from '../../rules/answer-amounts.ts'
import { useLotAnswers } from '../stock-check/use-lot-answers.ts'

/** Returns the open questions, and how to answer them. */
function useOpenQuestions(isAsked: boolean) {
  const { data = [] } = useEndpointQuery(listStockQuestions, {}, { enabled: isAsked })
  useStockChanges(useCallback(() => void invalidate(listStockQuestions), []))
  const { open, answer } = useLotAnswers(data)
  return { open: open.map(({ about, lot }) => ({ question: about, lot })), answer }
}

/** Asks about items that may have been used without a record. Shows nothing to viewers, and if there is nothing to ask. */
export function StockQuestions() {
  const mayChange = useHasRole('MEMBER')
  const today = useToday()
  const [slot] = useState(() => `stockQuestionsHiddenUntil.${currentSession().household ?? ''}`)
  const [hiddenUntil, setHiddenUntil] = useState(() => localState.read(slot) ?? '')
  const isAsked = mayChange && hiddenUntil <= today
  const { open, answer } = useOpenQuestions(isAsked)
  const title = useRef<HTMLSpanElement>(null)
  if (!isAsked || open.length === 0) return null
  const hide = () => {
    const until = addDays(today, 7)
    localState.write(slot, until)
    setHiddenUntil(until)
  }
  const onAnswer = (lot: Lot, quantity: number) => {
    // The pressed button goes away.
    title.current?.focus()
    void answer(lot, quantity)
  }
  return (
    <Card flush aria-labelledby="stock-questions">
      <CardHeader
        title={
          <span id="stock-questions" ref={title} tabIndex={-1} className="outline-none">
            <Trans>How much is left?</Trans>
          </span>
        }
        className="px-4 pt-2 sm:px-5"
      />
      <p className="px-4 pb-1 text-sm text-ink-soft sm:px-5">
        <Trans>Not everything seems to be recorded. Larder asks at most three questions a week.</Trans>
      </p>
      <ul className="divide-y divide-line">
        {open.map(({ question, lot }) => (
          <Question key={lot.id} question={question} lot={lot} onAnswer={(quantity) => onAnswer(lot, quantity)} />
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
  lot: Lot
  onAnswer: (quantity: number) => void
}

function Question({ question: { gone, left }, lot, onAnswer }: QuestionProps) {
  const { show } = useLotAmount()
  const { id, name, category } = lot.ingredient
  const words = likelyWords(gone, left, lot, show)
  return (
    <li className="space-y-2.5 px-4 py-3 sm:px-5">
      <div className="flex items-center gap-4">
        <IngredientGlyph id={id} name={name} category={category} size="small" />
        <p className="min-w-0 flex-1">
          <span className="block font-semibold break-words">{name}</span>
          <span className="block text-sm text-ink-soft">
            {t`Recorded: ${show(lot)}`}
            {words === null ? null : ` · ${words}`}
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
              onClick={() => onAnswer(quantity)}
            >
              {label}
            </Button>
          )
        })}
      </fieldset>
    </li>
  )
}

/** Says what is likely; null if that is nearly all. An exact amount would look measured. */
function likelyWords(gone: number, left: number, lot: Lot, show: (lot: Lot, quantity: number) => string): string | null {
  if (gone >= probablyGone) {
    const percent = Math.round(100 * gone)
    return t`probably gone (${percent}%)`
  }
  const guess = guessLeft(left, lot.quantity, lot.unit)
  if (guess === null) return null
  const amount = 'pieces' in guess ? show(lot, guess.pieces) : (fractions.get(guess.share) ?? '')
  return t`perhaps ${amount} left`
}
