import { z } from 'zod'
import { type ShelfLife, Storage } from '#domains/ingredients/contract/index.ts'
import { addDays, CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { many, say } from '#platform/shared/say.ts'
import { DateKind } from '../contract.ts'

/** Why a lot expires when it does. Stored as data, so that `describeReason` can say "3 days ago" for any day and language. */
export const ExpirationReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('printed'), dateKind: DateKind.nullable() }),
  z.object({ kind: z.literal('opened'), openedOn: CalendarDate, keepsDays: z.int() }),
  z.object({ kind: z.literal('estimated'), addedOn: CalendarDate, storage: Storage, keepsDays: z.int() }),
  z.object({ kind: z.literal('frozen'), frozenOn: CalendarDate, keepsDays: z.int() }),
  z.object({ kind: z.literal('frozen_late'), frozenOn: CalendarDate }),
  z.object({ kind: z.literal('freezer_unknown'), frozenOn: CalendarDate }),
  z.object({ kind: z.literal('thawed'), thawedOn: CalendarDate, keepsDays: z.int() }),
])
export type ExpirationReason = z.infer<typeof ExpirationReason>

/** What a lot's expiration date depends on. Dates are days in the household's time zone. */
export interface ExpirationFacts {
  storage: Storage
  /** The entered date. */
  expirationDate: CalendarDate | null
  dateKind: DateKind | null
  addedOn: CalendarDate
  /** Null while sealed. */
  openedOn: CalendarDate | null
  /** The day it was moved into the freezer; null if it was never frozen, or bought frozen. */
  frozenOn: CalendarDate | null
  /** Days left on `frozenOn`; null if unknown or bought frozen. */
  frozenDaysLeft: number | null
  thawedOn: CalendarDate | null
  shelfLife: ShelfLife
}

export interface EffectiveExpiration {
  date: CalendarDate
  reason: ExpirationReason
  /** Based on typical shelf lives or on the user's own estimate, not on a printed date or an opening. */
  isEstimate: boolean
}

const shelfDays = (life: ShelfLife, storage: Storage) =>
  ({ PANTRY: life.pantryDays, FRIDGE: life.fridgeDays, FREEZER: life.freezerDays })[storage]

const earliest = (candidates: readonly (EffectiveExpiration | null)[]): EffectiveExpiration | null =>
  candidates.reduce((best, candidate) => (candidate && (!best || candidate.date < best.date) ? candidate : best), null)

function printed({ expirationDate: date, dateKind }: ExpirationFacts): EffectiveExpiration | null {
  return date === null ? null : { date, reason: { kind: 'printed', dateKind }, isEstimate: dateKind === 'estimate' }
}

/** `from` is the day the opened shelf life starts: the opening, or the thaw if that is later. */
function opened({ openedOn, shelfLife: { openedDays } }: ExpirationFacts, from = openedOn): EffectiveExpiration | null {
  if (openedOn === null || from === null || openedDays === null) return null
  return { date: addDays(from, openedDays), reason: { kind: 'opened', openedOn: from, keepsDays: openedDays }, isEstimate: false }
}

function estimated({ addedOn, storage, shelfLife, expirationDate }: ExpirationFacts): EffectiveExpiration | null {
  const keepsDays = shelfDays(shelfLife, storage)
  if (expirationDate !== null || keepsDays === null) return null
  return { date: addDays(addedOn, keepsDays), reason: { kind: 'estimated', addedOn, storage, keepsDays }, isEstimate: true }
}

/** Returns a use-by date, which is about safety and limits every other rule. */
const useBy = (facts: ExpirationFacts) => (facts.dateKind === 'use_by' ? printed(facts) : null)

/** Applies the freezer life from `frozenOn` on. An earlier opening no longer counts. */
function whileFrozen(facts: ExpirationFacts, frozenOn: CalendarDate): EffectiveExpiration | null {
  const { frozenDaysLeft, expirationDate, shelfLife } = facts
  // A date without remaining days was entered while frozen, so it already takes freezing into account.
  if (frozenDaysLeft === null && expirationDate !== null) return printed(facts)
  const before = frozenDaysLeft === null ? null : addDays(frozenOn, frozenDaysLeft)
  if (before !== null && before < frozenOn) {
    return earliest([{ date: before, reason: { kind: 'frozen_late', frozenOn }, isEstimate: false }, useBy(facts)])
  }
  const keepsDays = shelfLife.freezerDays
  if (keepsDays === null) {
    if (before === null) return null
    return earliest([useBy(facts), { date: before, reason: { kind: 'freezer_unknown', frozenOn }, isEstimate: false }])
  }
  return earliest([useBy(facts), { date: addDays(frozenOn, keepsDays), reason: { kind: 'frozen', frozenOn, keepsDays }, isEstimate: true }])
}

/** Applies the days left at freezing, limited by the shelf life in the new storage and by the freezer date. */
function afterThaw(facts: ExpirationFacts, thawedOn: CalendarDate): EffectiveExpiration | null {
  const { frozenOn, frozenDaysLeft, openedOn, shelfLife, storage } = facts
  const life = [frozenDaysLeft, shelfDays(shelfLife, storage)].filter((days) => days !== null)
  const keepsDays = Math.min(...life)
  const thawed: EffectiveExpiration | null =
    life.length === 0 ? null : { date: addDays(thawedOn, keepsDays), reason: { kind: 'thawed', thawedOn, keepsDays }, isEstimate: false }
  // The remaining days already include an opening before freezing. One in the freezer counts from the thaw.
  const openedFrom = openedOn === null || (frozenOn !== null && openedOn < frozenOn) ? null : later(openedOn, thawedOn)
  const inFreezer = whileFrozen(facts, frozenOn ?? facts.addedOn)
  return earliest([useBy(facts), thawed, opened(facts, openedFrom), inFreezer])
}

const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b)

/**
 * Returns when a lot expires and why, or null if unknown.
 * Takes the earlier of the printed date and the opened shelf life; without a printed date, the shelf life in its storage. Freezing extends
 * the date by the freezer life if that is known. No rule extends a use-by date or a date that had passed before freezing.
 */
export function expirationOf(facts: ExpirationFacts): EffectiveExpiration | null {
  if (facts.storage === 'FREEZER') {
    return facts.frozenOn === null ? (printed(facts) ?? estimated(facts)) : whileFrozen(facts, facts.frozenOn)
  }
  if (facts.thawedOn !== null) return afterThaw(facts, facts.thawedOn)
  return earliest([printed(facts), opened(facts), estimated(facts)])
}

/** Returns when a lot that is added today expires. */
export const expirationOfNew = (
  { isOpened, ...lot }: Pick<ExpirationFacts, 'storage' | 'expirationDate' | 'dateKind' | 'shelfLife'> & { isOpened: boolean },
  today: CalendarDate,
): EffectiveExpiration | null =>
  expirationOf({ ...lot, addedOn: today, openedOn: isOpened ? today : null, frozenOn: null, frozenDaysLeft: null, thawedOn: null })

type Moved = Pick<ExpirationFacts, 'storage' | 'frozenOn' | 'frozenDaysLeft' | 'thawedOn'>

/** Returns what a move to another storage sets. Freezing stores the days left; thawing starts them. */
export function fieldsAfterStorageMove(facts: ExpirationFacts, to: Storage, today: CalendarDate): Moved {
  const { frozenOn, frozenDaysLeft, thawedOn } = facts
  if (to === 'FREEZER' && facts.storage !== 'FREEZER') {
    const expiration = expirationOf(facts)
    return { storage: to, frozenOn: today, frozenDaysLeft: expiration && daysBetween(today, expiration.date), thawedOn: null }
  }
  if (to !== 'FREEZER' && facts.storage === 'FREEZER') return { storage: to, frozenOn, frozenDaysLeft, thawedOn: today }
  return { storage: to, frozenOn, frozenDaysLeft, thawedOn }
}

/** Returns what a new date sets. It describes the lot as it is now, so the days left at freezing no longer apply. */
export function fieldsAfterDateCorrection(
  expirationDate: CalendarDate | null,
  dateKind: DateKind | null,
): Pick<ExpirationFacts, 'expirationDate' | 'dateKind' | 'frozenDaysLeft'> {
  return { expirationDate, dateKind, frozenDaysLeft: null }
}

function printedReason(dateKind: DateKind | null): string {
  switch (dateKind) {
    case null:
      return say`Date on the package`
    case 'use_by':
      return say`Use-by date on the package`
    case 'best_before':
      return say`Best-before date on the package`
    case 'estimate':
      return say`Your own estimate`
  }
}

const days = (count: number) => say`${many(count, { one: '# day', other: '# days' })}`

function ago(date: CalendarDate, today: CalendarDate): string {
  const passed = daysBetween(date, today)
  if (passed <= 0) return say`today`
  return passed === 1 ? say`yesterday` : say`${many(passed, { one: '# day ago', other: '# days ago' })}`
}

function estimateReason(storage: Storage, when: string, keeps: string): string {
  if (storage === 'PANTRY') return say`Estimate: bought ${when}, keeps about ${keeps} in the pantry`
  if (storage === 'FRIDGE') return say`Estimate: bought ${when}, keeps about ${keeps} in the fridge`
  return say`Estimate: bought ${when}, keeps about ${keeps} in the freezer`
}

/** Describes the reason in one line, such as "Opened 3 days ago, keeps 5 days". */
export function describeReason(reason: ExpirationReason, today: CalendarDate): string {
  switch (reason.kind) {
    case 'printed':
      return printedReason(reason.dateKind)
    case 'opened':
      return say`Opened ${ago(reason.openedOn, today)}, keeps ${days(reason.keepsDays)}`
    case 'estimated':
      return estimateReason(reason.storage, ago(reason.addedOn, today), days(reason.keepsDays))
    case 'frozen':
      return say`Frozen ${ago(reason.frozenOn, today)}, keeps about ${days(reason.keepsDays)} in the freezer`
    case 'frozen_late':
      return say`Frozen ${ago(reason.frozenOn, today)}, already past its date`
    case 'freezer_unknown':
      return say`Frozen ${ago(reason.frozenOn, today)}; freezer life unknown`
    case 'thawed':
      return say`Thawed ${ago(reason.thawedOn, today)} with ${days(Math.max(0, reason.keepsDays))} left`
  }
}
