import type { ShelfLife, Storage } from '#domains/ingredients/contract/index.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { many, say } from '#platform/shared/say.ts'
import type { SuggestedShelfLife } from '../contract.ts'

/** A lot that was used up or has spoiled, and was never frozen. */
export interface EndedLot {
  storage: Storage
  /** The entered date. */
  expirationDate: CalendarDate | null
  addedOn: CalendarDate
  /** Null if it was never opened. */
  openedOn: CalendarDate | null
  /** The day of its last use, or on which it was thrown away. */
  endedOn: CalendarDate
  isSpoiled: boolean
}

/** Food in the freezer rarely spoils, so nothing is learned about it. */
type LearnedLife = SuggestedShelfLife['life']

/** As many lots must say the same. */
const minLots = 3
/** Of the lots that were kept as long as the ones that spoiled, at least this share has spoiled. */
const minSpoiledShare = 1 / 3
/** A smaller difference isn't worth a change. */
const minDifference = 0.2

const median = (sorted: readonly number[]): number => sorted[(sorted.length - 1) >> 1] ?? 0
const ascending = (a: number, b: number) => a - b

/** Returns which shelf life a lot tells about, and how many days it was kept. A printed date says nothing about a shelf life. */
function keptFor({ storage, expirationDate, addedOn, openedOn, endedOn }: EndedLot): { life: LearnedLife; days: number } | null {
  if (storage === 'FREEZER') return null
  if (openedOn !== null) return { life: 'openedDays', days: daysBetween(openedOn, endedOn) }
  if (expirationDate !== null) return null
  return { life: storage === 'FRIDGE' ? 'fridgeDays' : 'pantryDays', days: daysBetween(addedOn, endedOn) }
}

/** Returns a shorter life if lots spoiled before their time, and a longer one if lots were used up after it and none had spoiled by then. */
function learnLife(life: LearnedLife, now: number, lots: readonly { days: number; isSpoiled: boolean }[]): SuggestedShelfLife | null {
  const daysOf = (isSpoiled: boolean) => lots.flatMap((lot) => (lot.isSpoiled === isSpoiled ? lot.days : [])).toSorted(ascending)
  const [spoiled, used] = [daysOf(true), daysOf(false)]
  const early = spoiled.filter((days) => days <= now)
  const typical = median(early)
  const kept = used.filter((days) => days >= typical).length
  const isWorthIt = (days: number) => Math.abs(days - now) >= Math.max(1, minDifference * now)
  if (early.length >= minLots && early.length >= minSpoiledShare * (early.length + kept)) {
    // On the day before, it was still good.
    const days = Math.max(1, typical - 1)
    if (days >= now || !isWorthIt(days)) return null
    return { life, days, why: say`Spoiled ${early.length} times, each within ${many(now, { one: '# day', other: '# days' })}.` }
  }
  const late = used.filter((days) => days > now)
  const days = median(late)
  if (late.length < minLots || !isWorthIt(days) || spoiled.some((one) => one <= days)) return null
  return {
    life,
    days,
    why: say`Used up ${late.length} times after more than ${many(now, { one: '# day', other: '# days' })}, never spoiled by then.`,
  }
}

/** Suggests shelf lives of an ingredient from what became of its lots, for those that are known. */
export function learnShelfLife(life: ShelfLife, lots: readonly EndedLot[]): SuggestedShelfLife[] {
  const kept = lots.flatMap((lot) => ({ ...keptFor(lot), isSpoiled: lot.isSpoiled }))
  return (['pantryDays', 'fridgeDays', 'openedDays'] as const).flatMap((one) => {
    const now = life[one]
    if (now === null) return []
    return (
      learnLife(
        one,
        now,
        kept.flatMap(({ life: of, days = -1, isSpoiled }) => (of === one && days >= 0 ? { days, isSpoiled } : [])),
      ) ?? []
    )
  })
}
