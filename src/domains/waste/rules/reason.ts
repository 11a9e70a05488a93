import type { Unit } from '#platform/contract/units.ts'
import { amountWords } from './recommend.ts'

/** What the one line about a forecast is made of; amounts are in the lot's own unit. */
export interface Known {
  daysLeft: number
  uses: number
  usesPerWeek: number
  perUse: number
  ahead: number
  enoughData: boolean
  quantity: number
  unit: Unit
}

const rounded = (value: number) => Number(value.toPrecision(2))

const times = (count: number) => (count === 0 ? 'never used' : count === 1 ? 'used once' : `used ${count} times`)

function when(daysLeft: number): string {
  if (daysLeft < 0) return `Went off ${daysLeft === -1 ? 'yesterday' : `${-daysLeft} days ago`}`
  return `Goes off ${daysLeft === 0 ? 'today' : daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`}`
}

/** Why a lot is likely to be left over, or not, in one line. */
export function tellWhy({ daysLeft, uses, usesPerWeek, perUse, ahead, enoughData, quantity, unit }: Known): string {
  if (daysLeft < 0) return when(daysLeft)
  if (!enoughData) return `${when(daysLeft)}; not enough data: ${times(uses)} so far`
  const habit =
    usesPerWeek >= 0.95
      ? `you use about ${amountWords(rounded(usesPerWeek * perUse), unit)} a week`
      : `you use about ${amountWords(rounded(perUse), unit)} every ${Math.max(2, Math.round(7 / Math.max(usesPerWeek, 0.01)))} days`
  const before = ahead > 0.05 * quantity ? `, and ${amountWords(rounded(ahead), unit)} of it goes off before` : ''
  return `${when(daysLeft)}; ${habit}${before}`
}
