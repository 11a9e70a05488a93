import { fromMilli } from '#platform/contract/quantity.ts'
import { unitLabel } from '#platform/contract/unit-display.ts'
import { familyOf, type Unit } from '#platform/contract/units.ts'
import type { Cause } from './generate.ts'

/** `0.5 l`, `12`: pieces need no word. */
export function amount(milli: number, unit: Unit): string {
  const quantity = fromMilli(milli)
  return familyOf(unit) === 'count' ? String(quantity) : `${quantity} ${unitLabel(unit, quantity)}`
}

function state({ reason, unit, freeMilli, heldMilli, expiredMilli }: Cause): string {
  if (reason === 'missing') return 'None left'
  if (reason === 'expired')
    return expiredMilli > 0 ? `All that is left has expired (${amount(expiredMilli, unit)})` : 'All that is left has expired'
  const held = heldMilli > 0 ? `, ${amount(heldMilli, unit)} more held back` : ''
  return freeMilli > 0 ? `${amount(freeMilli, unit)} left${held}` : `All that is left is held back (${amount(heldMilli, unit)})`
}

/** Why a row is on the list, in one sentence; `cause` null: a person put it there, or made it theirs. */
export function tellCause(cause: Cause | null, addedBy: string | null): string {
  if (cause === null) return addedBy === null ? 'Added by hand' : `Added by ${addedBy}`
  const { unit, parMilli, listedMilli } = cause
  const listed = listedMilli > 0 ? `, and ${amount(listedMilli, unit)} on the list already` : ''
  return `${state(cause)}; you keep ${amount(parMilli, unit)}${listed}`
}
