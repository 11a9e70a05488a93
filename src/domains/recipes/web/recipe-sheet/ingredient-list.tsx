import { plural, t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check, CircleAlert, CircleHelp, X } from 'lucide-react'
import { useState } from 'react'
import { figure } from '#platform/shared/say.ts'
import { unitLabel } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { Recipe, StockLine } from '../../contract/index.ts'
import { scaleLine } from '../../rules/scale.ts'
import { IngredientMatch } from './ingredient-match.tsx'

const states: Record<StockLine['state'], { icon: typeof Check; words: string; tone: string }> = {
  have: { icon: Check, words: t`In stock`, tone: 'text-herb-ink' },
  any: { icon: Check, words: t`In stock`, tone: 'text-herb-ink' },
  unknown: { icon: CircleHelp, words: t`In stock (amount unknown)`, tone: 'text-ink-soft' },
  short: { icon: CircleAlert, words: t`Not enough`, tone: 'text-soon-ink' },
  missing: { icon: X, words: t`Missing`, tone: 'text-ink-soft' },
}
const rounded = (quantity: number) => figure(Math.round(quantity * 100) / 100)
const unitWord = (unit: Unit | null, quantity: number) => (unit === null || unit === 'each' ? '' : ` ${unitLabel(unit, quantity)}`)

function wordsOf({ state, lacking, stockUnit, daysLeft }: StockLine): string {
  if (state === 'short') {
    const amount = `${rounded(lacking)}${unitWord(stockUnit, lacking)}`
    return t`${amount} short`
  }
  if ((state === 'have' || state === 'any') && daysLeft !== null) {
    if (daysLeft === 0) return t`expires today`
    return daysLeft === 1 ? t`expires tomorrow` : plural(daysLeft, { one: 'expires in # day', other: 'expires in # days' })
  }
  return states[state].words
}

/** Lines scaled to the servings, each with its stock once loaded. */
export function IngredientList({
  recipe,
  stock,
  servings,
  mayChange,
}: {
  recipe: Recipe
  stock: readonly StockLine[] | null
  servings: number
  mayChange: boolean
}) {
  const [matching, setMatching] = useState<string | null>(null)
  const byPlace = new Map(stock?.map((line) => [line.place, line]))
  return (
    <>
      <ul className="divide-y divide-line">
        {recipe.lines.map((line, place) => {
          const stockLine = byPlace.get(place)
          const look = stockLine && states[stockLine.state]
          if (line.food === '')
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              <li key={place} className="pt-3 pb-1 text-sm font-semibold text-ink-soft">
                {line.text}
              </li>
            )
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <li key={place} className="flex items-baseline justify-between gap-3 py-2">
              <span className={clsx(!line.sure && 'decoration-dotted')}>
                {scaleLine(line, servings / recipe.servings)}
                {line.sure ? null : <span className="ms-1.5 text-xs text-ink-soft">{t`(check this)`}</span>}
              </span>
              {look ? (
                <span className={clsx('inline-flex shrink-0 items-center gap-1 text-sm', look.tone)}>
                  <look.icon aria-hidden="true" className="size-4" />
                  {wordsOf(stockLine)}
                  {mayChange && stockLine.ingredientId === null && stockLine.state === 'missing' ? (
                    <button type="button" onClick={() => setMatching(line.food)} className="min-h-11 font-semibold text-herb-ink underline">
                      {t`Which ingredient?`}
                      <span className="sr-only"> {line.food}</span>
                    </button>
                  ) : null}
                </span>
              ) : null}
            </li>
          )
        })}
      </ul>
      {matching === null ? null : <IngredientMatch food={matching} onClose={() => setMatching(null)} />}
    </>
  )
}
