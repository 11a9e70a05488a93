import { plural, t } from '@lingui/core/macro'
import clsx from 'clsx'
import { CalendarClock, Check, CircleAlert, CircleDashed, CircleHelp, Link2, ShoppingBasket, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { StockCheck } from '#domains/forecast/web/index.ts'
import { useToday } from '#domains/households/web/index.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { formatNumber } from '#platform/shared/say.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { Recipe, ReservedFor, StockLine } from '../../contract/index.ts'
import { scaleLine } from '../../rules/servings.ts'
import { isLacking } from '../../rules/stock-for-recipes.ts'
import { matchIngredient } from '../api/index.ts'
import { useIsOnList } from '../api/use-is-on-list.ts'

const states: Record<StockLine['state'], { icon: typeof Check; words: string; tone: string }> = {
  have: { icon: Check, words: t`In stock`, tone: 'text-herb-ink' },
  any: { icon: Check, words: t`In stock`, tone: 'text-herb-ink' },
  unknown: { icon: CircleHelp, words: t`In stock (amount unknown)`, tone: 'text-ink-soft' },
  short: { icon: CircleAlert, words: t`Not enough`, tone: 'text-soon-ink' },
  missing: { icon: X, words: t`Missing`, tone: 'text-ink-soft' },
}
const doubted = { icon: CircleHelp, tone: 'text-soon-ink' }
const optional = { icon: CircleDashed, tone: 'text-ink-soft' }
const listed = { icon: ShoppingBasket, tone: 'text-herb-ink' }
const reserved = { icon: CalendarClock, tone: 'text-sky-ink' }
const rounded = (quantity: number) => formatNumber(Math.round(quantity * 100) / 100)

/** Says for what; only when if it is this recipe itself. */
function reservedWords({ recipeName, date, meal }: ReservedFor, recipe: Recipe, today: CalendarDate): string {
  if (recipeName === recipe.name) {
    if (date === today) return meal === 'dinner' ? t`Reserved for tonight` : t`Reserved for today`
    return t`Reserved for ${formatDay(date, today)}`
  }
  if (date === today) return meal === 'dinner' ? t`Reserved for tonight’s ${recipeName}` : t`Reserved for today’s ${recipeName}`
  return t`Reserved for ${recipeName}, ${formatDay(date, today)}`
}

function lookOf(
  { state, reservedFor, isProbablyGone, isOptional }: StockLine,
  isListed: boolean,
): Pick<(typeof states)['have'], 'icon' | 'tone'> {
  if (isListed && state === 'missing' && !isProbablyGone && !reservedFor) return listed
  if (isProbablyGone) return doubted
  if (isOptional && state === 'missing') return optional
  return state === 'missing' && reservedFor ? reserved : states[state]
}

/** Says what is in stock, and whether what lacks is on the list. */
function wordsOf(line: StockLine, isListed: boolean, recipe: Recipe, today: CalendarDate): string {
  if (!isListed) return stockWords(line, recipe, today)
  const { state, isProbablyGone, reservedFor } = line
  return state === 'short' || isProbablyGone || reservedFor ? `${stockWords(line, recipe, today)} · ${t`On the list`}` : t`On the list`
}

function stockWords(
  { state, lacking, stockUnit, daysLeft, reservedFor, isProbablyGone, isOptional }: StockLine,
  recipe: Recipe,
  today: CalendarDate,
): string {
  if (isProbablyGone && state === 'missing') return t`Probably gone, check`
  if (isOptional && state === 'missing') return t`Optional, not in stock`
  if (state === 'missing' && reservedFor) return reservedWords(reservedFor, recipe, today)
  if (state === 'short') {
    const amount = stockUnit === null || stockUnit === 'each' ? rounded(lacking) : formatAmount(lacking, stockUnit)
    const short = t`${amount} short`
    return reservedFor ? `${short} · ${reservedWords(reservedFor, recipe, today)}` : short
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
  const today = useToday()
  const isOnList = useIsOnList()
  const byPlace = new Map(stock?.map((line) => [line.place, line]))
  return (
    <>
      <ul className="divide-y divide-line">
        {recipe.lines.map((line, place) => {
          const stockLine = byPlace.get(place)
          const isListed = stockLine !== undefined && isLacking(stockLine) && isOnList(stockLine)
          const look = stockLine && lookOf(stockLine, isListed)
          if (line.food === '')
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              <li key={place} className="pt-3 pb-1 text-sm font-semibold text-ink-soft">
                {line.text}
              </li>
            )
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <li key={place} className="py-2">
              <div className="flex items-baseline justify-between gap-3">
                <span className={clsx(!line.sure && 'decoration-dotted')}>
                  {scaleLine(line, servings / recipe.servings)}
                  {line.sure ? null : <span className="ms-1.5 text-xs text-ink-soft">{t`(check this)`}</span>}
                </span>
                {look ? (
                  <span className={clsx('inline-flex max-w-[60%] shrink-0 items-center gap-1 text-end text-sm', look.tone)}>
                    <look.icon aria-hidden="true" className="size-4 shrink-0" />
                    {wordsOf(stockLine, isListed, recipe, today)}
                    {mayChange && stockLine.ingredientId === null && stockLine.state === 'missing' ? (
                      <IconButton
                        label={`${t`Which ingredient?`} ${line.food}`}
                        icon={<Link2 aria-hidden="true" />}
                        className="-my-2 -me-2"
                        onClick={() => setMatching(line.food)}
                      />
                    ) : null}
                  </span>
                ) : null}
              </div>
              {stockLine?.isProbablyGone && stockLine.ingredientId !== null ? (
                <Suspense fallback={null}>
                  <div className="mt-2 empty:hidden">
                    <StockCheck ingredientId={stockLine.ingredientId} />
                  </div>
                </Suspense>
              ) : null}
            </li>
          )
        })}
      </ul>
      {matching === null ? null : <IngredientMatchDialog food={matching} onClose={() => setMatching(null)} />}
    </>
  )
}

/** Asks which of the household's ingredients a name in recipes refers to; the answer applies to every recipe. */
export function IngredientMatchDialog({ food, onClose }: { food: string; onClose: () => void }) {
  const { data } = useEndpointQuery(listIngredients, {})
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const save = async () => {
    setBusy(true)
    try {
      await matchIngredient(food, chosen === '' ? null : chosen)
      onClose()
    } catch (error) {
      setTrouble(errorMessage(error, t`Failed to save the match`))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Which ingredient is “${food}”?`}
      description={t`We’ll remember this for all recipes.`}
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} busyLabel={t`Saving...`} onClick={() => void save()}>
            {t`Save`}
          </Button>
        </>
      }
    >
      {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
      <Select label={t`Ingredient`} value={chosen} onChange={({ target }) => setChosen(target.value)}>
        <option value="">{t`None of these`}</option>
        {(data ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Dialog>
  )
}
