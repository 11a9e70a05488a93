import { fromMilli } from '#platform/contract/quantity.ts'
import { figure, say } from '#platform/contract/say.ts'
import { unitLabel } from '#platform/contract/unit-display.ts'
import { familyOf, type Unit } from '#platform/contract/units.ts'
import type { Cause } from './generate.ts'

/** `0.5 l`, `12`: pieces need no word. */
export function amount(milli: number, unit: Unit): string {
  const quantity = fromMilli(milli)
  return familyOf(unit) === 'count' ? figure(quantity) : `${figure(quantity)} ${unitLabel(unit, quantity)}`
}

function state({ reason, unit, freeMilli, heldMilli, expiredMilli }: Cause): string {
  if (reason === 'missing') return say`None left`
  if (reason === 'expired')
    return expiredMilli > 0 ? say`All that is left has expired (${amount(expiredMilli, unit)})` : say`All that is left has expired`
  if (freeMilli <= 0) return say`All that is left is held back (${amount(heldMilli, unit)})`
  return heldMilli > 0
    ? say`${amount(freeMilli, unit)} left, ${amount(heldMilli, unit)} more held back`
    : say`${amount(freeMilli, unit)} left`
}

/** Why a row is on the list, in one sentence; `cause` null: a person put it there, or made it theirs. */
export function tellCause(cause: Cause | null, addedBy: string | null): string {
  if (cause === null) return addedBy === null ? say`Added by hand` : say`Added by ${addedBy}`
  const { unit, parMilli, listedMilli } = cause
  return listedMilli > 0
    ? say`${state(cause)}; you keep ${amount(parMilli, unit)}, and ${amount(listedMilli, unit)} on the list already`
    : say`${state(cause)}; you keep ${amount(parMilli, unit)}`
}
