import { many, say } from '#platform/shared/say.ts'
import type { Unit } from '#platform/shared/units.ts'
import { formatLargeAmount } from './recommend.ts'

/** Facts behind a forecast; amounts are in the lot's unit. */
export interface PredictionFacts {
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

const times = (count: number) => say`${many(count, { one: 'used once', other: 'used # times' })}`

function when(daysLeft: number): string {
  if (daysLeft === -1) return say`Expired yesterday`
  if (daysLeft < 0) return say`Expired ${many(-daysLeft, { one: '# day ago', other: '# days ago' })}`
  if (daysLeft === 0) return say`Expires today`
  return daysLeft === 1 ? say`Expires tomorrow` : say`Expires in ${many(daysLeft, { one: '# day', other: '# days' })}`
}

/** Explains in one line why a lot is likely to be left over, or not. Returns only its date if it was never used. */
export function explainPrediction({ daysLeft, uses, usesPerWeek, perUse, ahead, enoughData, quantity, unit }: PredictionFacts): string {
  if (daysLeft < 0) return when(daysLeft)
  if (!enoughData) return uses === 0 ? when(daysLeft) : say`${when(daysLeft)}; not enough data yet (${times(uses)})`
  const habit =
    usesPerWeek >= 0.95
      ? say`you use about ${formatLargeAmount(rounded(usesPerWeek * perUse), unit)} a week`
      : say`you use about ${formatLargeAmount(rounded(perUse), unit)} every ${Math.max(2, Math.round(7 / Math.max(usesPerWeek, 0.01)))} days`
  return ahead > 0.05 * quantity
    ? say`${when(daysLeft)}; ${habit}, and ${formatLargeAmount(rounded(ahead), unit)} expires sooner`
    : `${when(daysLeft)}; ${habit}`
}
