import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { many, say } from '#platform/shared/say.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { Interval } from '../contract/index.ts'
import type { Cause, RecipeCause, RecurringCause, RowCause } from './plan-list.ts'

const displayAmount = (milli: number, unit: Unit): string => formatAmount(fromMilli(milli), unit)

function state({ reason, unit, freeMilli, heldMilli, expiredMilli, goneMilli = 0 }: Cause): string {
  const gone = displayAmount(goneMilli, unit)
  if (goneMilli > 0)
    return freeMilli > 0 ? say`${displayAmount(freeMilli, unit)} left, ${gone} probably gone` : say`Probably gone, check (${gone} recorded)`
  if (reason === 'missing') return say`None left`
  if (reason === 'expired')
    return expiredMilli > 0 ? say`Everything left has expired (${displayAmount(expiredMilli, unit)})` : say`Everything left has expired`
  if (freeMilli <= 0) return say`Everything left is reserved (${displayAmount(heldMilli, unit)})`
  return heldMilli > 0
    ? say`${displayAmount(freeMilli, unit)} left, ${displayAmount(heldMilli, unit)} reserved`
    : say`${displayAmount(freeMilli, unit)} left`
}

export const isForRecipes = (cause: RowCause | null): cause is RecipeCause => cause !== null && 'recipes' in cause
export const isRecurring = (cause: RowCause | null): cause is RecurringCause => cause !== null && 'every' in cause

/** Says how often something repeats, to begin a sentence. */
export function describeInterval({ count, unit }: Interval): string {
  if (unit === 'day') return say`${many(count, { one: 'Every day', other: 'Every # days' })}`
  if (unit === 'week') return say`${many(count, { one: 'Every week', other: 'Every # weeks' })}`
  return say`${many(count, { one: 'Every month', other: 'Every # months' })}`
}

function describeRecipes(names: readonly string[]): string {
  const [first = '', ...others] = names.toSorted((a, b) => Number(a === '') - Number(b === ''))
  if (first === '') return say`For your meal plan`
  return others.length === 0 ? say`For ${first}` : say`For ${first} + ${others.length}`
}

/** Explains in one sentence why a row is on the list. `cause` is null if a person added it by hand. */
export function describeCause(cause: RowCause | null, addedBy: string | null): string {
  if (isForRecipes(cause)) return describeRecipes(cause.recipes)
  if (isRecurring(cause)) return describeInterval(cause.every)
  if (cause === null) return addedBy === null ? say`Added by hand` : say`Added by ${addedBy}`
  const { unit, parMilli, listedMilli } = cause
  return listedMilli > 0
    ? say`${state(cause)}; minimum ${displayAmount(parMilli, unit)}, ${displayAmount(listedMilli, unit)} already on the list`
    : say`${state(cause)}; minimum ${displayAmount(parMilli, unit)}`
}
