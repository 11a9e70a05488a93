import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { compareText } from '#platform/shared/local-tables.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { maxExcluded, type ProposedMeal, type proposeWeek, type WeekPlanRequest } from '../../contract/index.ts'
import { requestWeekProposal } from '../api/plan.ts'
import type { ProposalOutcome } from './proposed-meals.tsx'

const idOf = ({ recipeId, inventoryItemId }: ProposedMeal): string => recipeId ?? inventoryItemId ?? ''
const toKept = ({ date, recipeId, inventoryItemId }: ProposedMeal) => ({
  date,
  ...(recipeId === null ? { inventoryItemId: inventoryItemId ?? '' } : { recipeId }),
})
type Proposal = ReplyOf<typeof proposeWeek>

/** The proposed meals, and what the person wants to keep of them. */
export function useWeekProposal() {
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const [asked, setAsked] = useState<WeekPlanRequest | null>(null)
  const [deselected, setDeselected] = useState<readonly CalendarDate[]>([])
  const [kept, setKept] = useState<readonly CalendarDate[]>([])
  /** What was replaced. */
  const [exclude, setExclude] = useState<readonly string[]>([])
  const [busyOn, setBusyOn] = useState<CalendarDate | null>(null)
  /** What the last request came to, if it is more than the meals. */
  const [outcome, setOutcome] = useState<ProposalOutcome | null>(null)

  /** Asks again, except for the meals that are kept. If nothing changed, it is for other meals than before, as long as there are any. */
  const ask = async (wish: WeekPlanRequest) => {
    setOutcome(null)
    const before = proposal?.choices ?? []
    const keptMeals = before.filter(({ date }) => kept.includes(date) && wish.dates.includes(date))
    const isRepeated = JSON.stringify(wish) === JSON.stringify(asked)
    const shown = before.filter((meal) => !keptMeals.includes(meal)).map(idOf)
    const without = isRepeated ? [...exclude, ...shown].slice(-maxExcluded) : []
    // If one is gone, it isn't kept from now on.
    if (keptMeals.length > 0) setKept([])
    const { next, isExhausted } = await requestOthers({ ...wish, fixed: keptMeals.map(toKept) }, without, before.length)
    setExclude(isExhausted ? [] : without)
    setAsked(wish)
    setProposal(next)
    setDeselected([])
    setKept(keptMeals.map(({ date }) => date))
    if (isExhausted) setOutcome({ tone: 'info', words: t`There are no other meals, so it starts over.` })
  }

  /** Asks for another meal on one day. The others stay, and those that were deselected don't count. */
  const replace = async (meal: ProposedMeal) => {
    if (!asked || !proposal) return
    setOutcome(null)
    setBusyOn(meal.date)
    try {
      const without = [...exclude, idOf(meal)].slice(-maxExcluded)
      const next = await requestReplacement({ ...asked, exclude: without }, proposal, meal, deselected)
      setExclude(next ? without : [])
      if (next) {
        setProposal(next)
        setKept((now) => now.filter((date) => date !== meal.date))
      } else setOutcome({ tone: 'info', words: nothingElse })
    } catch (error) {
      setOutcome({ tone: 'error', words: replaceFailed(error) })
    }
    setBusyOn(null)
  }

  return {
    ...{ proposal, deselected, kept, busyOn, outcome, ask },
    onToggle: (date: CalendarDate) => setDeselected((now) => toggled(now, date)),
    onKeep: (date: CalendarDate) => setKept((now) => toggled(now, date)),
    onReplace: (meal: ProposedMeal) => void replace(meal),
  }
}

const nothingElse = t`Nothing else fits that day. Allow more missing ingredients, more time or more money.`

/** Asks for another meal on a day, with those of other days that are selected. Returns null if there is none. */
async function requestReplacement(
  asked: WeekPlanRequest,
  { choices }: Proposal,
  meal: ProposedMeal,
  deselected: readonly CalendarDate[],
): Promise<Proposal | null> {
  const [counted, others] = [[] as ProposedMeal[], [] as ProposedMeal[]]
  for (const one of choices) if (one !== meal) (deselected.includes(one.date) ? others : counted).push(one)
  const dates = [...counted.map(({ date }) => date), meal.date].sort()
  const maxMinutes = (asked.maxMinutes ?? []).filter(({ date }) => dates.includes(date))
  const next = await requestWeekProposal({ ...asked, dates, maxMinutes, fixed: counted.map(toKept) })
  if (!next.choices.some(({ date }) => date === meal.date)) return null
  return { ...next, choices: [...next.choices, ...others].sort((a, b) => compareText(a.date, b.date)) }
}

/** Asks for meals without some; if they are fewer than before, for all. */
async function requestOthers(wish: WeekPlanRequest, without: string[], before: number) {
  const next = await requestWeekProposal({ ...wish, exclude: without })
  const isExhausted = without.length > 0 && next.choices.length < before
  return { isExhausted, next: isExhausted ? await requestWeekProposal(wish) : next }
}

const toggled = (list: readonly CalendarDate[], one: CalendarDate) =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one]

const replaceFailed = (error: unknown) =>
  error instanceof ApiError && error.status === 404
    ? t`One of these meals no longer exists. Suggest meals again.`
    : errorMessage(error, t`Failed to plan the week`)
