import { z } from 'zod'
import { type ShelfLife, Storage } from '#domains/ingredients/contract/index.ts'
import { addDays, CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { many, say } from '#platform/shared/say.ts'
import { DateKind } from '../contract.ts'

/** Why a lot goes off when it does: kept as data, so that "3 days ago" is said freshly each day by `tellReason`. */
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

/** What is known of one lot and its food. Dates are days in the household's zone. */
export interface ExpirationFacts {
  storage: Storage
  /** What the label or the person said. */
  expirationDate: CalendarDate | null
  dateKind: DateKind | null
  addedOn: CalendarDate
  /** Null: still sealed. */
  openedOn: CalendarDate | null
  /** Day it was moved into the freezer; null for food that came frozen or never was. */
  frozenOn: CalendarDate | null
  /** Days it had left on `frozenOn`; null when nobody knew, or when it came frozen. */
  frozenDaysLeft: number | null
  thawedOn: CalendarDate | null
  shelfLife: ShelfLife
}

export interface Effective {
  date: CalendarDate
  reason: ExpirationReason
  /** Rests on general figures alone, not on a label, a person or an opening. */
  isEstimate: boolean
}

const shelfDays = (life: ShelfLife, storage: Storage) =>
  ({ PANTRY: life.pantryDays, FRIDGE: life.fridgeDays, FREEZER: life.freezerDays })[storage]

const earliest = (candidates: readonly (Effective | null)[]): Effective | null =>
  candidates.reduce((best, candidate) => (candidate && (!best || candidate.date < best.date) ? candidate : best), null)

function printed({ expirationDate: date, dateKind }: ExpirationFacts): Effective | null {
  return date === null ? null : { date, reason: { kind: 'printed', dateKind }, isEstimate: dateKind === 'estimate' }
}

/** `from`: the day the opened clock starts, later than the opening where the food was frozen meanwhile. */
function opened({ openedOn, shelfLife: { openedDays } }: ExpirationFacts, from = openedOn): Effective | null {
  if (openedOn === null || from === null || openedDays === null) return null
  return { date: addDays(from, openedDays), reason: { kind: 'opened', openedOn: from, keepsDays: openedDays }, isEstimate: false }
}

function estimated({ addedOn, storage, shelfLife, expirationDate }: ExpirationFacts): Effective | null {
  const keepsDays = shelfDays(shelfLife, storage)
  if (expirationDate !== null || keepsDays === null) return null
  return { date: addDays(addedOn, keepsDays), reason: { kind: 'estimated', addedOn, storage, keepsDays }, isEstimate: true }
}

/** A use-by date is about safety: it caps whatever a rule says. */
const useBy = (facts: ExpirationFacts) => (facts.dateKind === 'use_by' ? printed(facts) : null)

/** In the freezer since `frozenOn`: the food's freezer life counts, and an opening stops counting. */
function whileFrozen(facts: ExpirationFacts, frozenOn: CalendarDate): Effective | null {
  const { frozenDaysLeft, expirationDate, shelfLife } = facts
  // A date given without remaining days was read off the pack while it lay in the freezer: it already is about the freezer.
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

/** Out of the freezer again: what was left then, at most what the food keeps here, and never longer than in the freezer. */
function afterThaw(facts: ExpirationFacts, thawedOn: CalendarDate): Effective | null {
  const { frozenOn, frozenDaysLeft, openedOn, shelfLife, storage } = facts
  const life = [frozenDaysLeft, shelfDays(shelfLife, storage)].filter((days) => days !== null)
  const keepsDays = Math.min(...life)
  const thawed: Effective | null =
    life.length === 0 ? null : { date: addDays(thawedOn, keepsDays), reason: { kind: 'thawed', thawedOn, keepsDays }, isEstimate: false }
  // An opening before freezing is in the remaining days; one in the freezer starts to count with the thaw.
  const openedFrom = openedOn === null || (frozenOn !== null && openedOn < frozenOn) ? null : later(openedOn, thawedOn)
  const inFreezer = whileFrozen(facts, frozenOn ?? facts.addedOn)
  return earliest([useBy(facts), thawed, opened(facts, openedFrom), inFreezer])
}

const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b)

/**
 * When a lot really goes off and why, or null when nothing is known.
 * The earliest of the printed date and the opening + the food's opened life; freezing and thawing move it by the freezer life
 * where that is known; without a date, the day it came + the food's life in this storage. No rule moves a use-by date later,
 * and what had passed its date before it was frozen stays past it.
 */
export function expirationOf(facts: ExpirationFacts): Effective | null {
  if (facts.storage === 'FREEZER') {
    return facts.frozenOn === null ? (printed(facts) ?? estimated(facts)) : whileFrozen(facts, facts.frozenOn)
  }
  if (facts.thawedOn !== null) return afterThaw(facts, facts.thawedOn)
  return earliest([printed(facts), opened(facts), estimated(facts)])
}

type Moved = Pick<ExpirationFacts, 'storage' | 'frozenOn' | 'frozenDaysLeft' | 'thawedOn'>

/** What changes when a lot is carried to another storage: going in stops its clock, coming out starts it again. */
export function moveStorage(facts: ExpirationFacts, to: Storage, today: CalendarDate): Moved {
  const { frozenOn, frozenDaysLeft, thawedOn } = facts
  if (to === 'FREEZER' && facts.storage !== 'FREEZER') {
    const expiration = expirationOf(facts)
    return { storage: to, frozenOn: today, frozenDaysLeft: expiration && daysBetween(today, expiration.date), thawedOn: null }
  }
  if (to !== 'FREEZER' && facts.storage === 'FREEZER') return { storage: to, frozenOn, frozenDaysLeft, thawedOn: today }
  return { storage: to, frozenOn, frozenDaysLeft, thawedOn }
}

/**
 * What changes when a person gives another date. Said of a lot that lies frozen or was thawed, it is about the lot as it is now,
 * so the days remembered at freezing no longer stretch it.
 */
export function correctDate(
  expirationDate: CalendarDate | null,
  dateKind: DateKind | null,
): Pick<ExpirationFacts, 'expirationDate' | 'dateKind' | 'frozenDaysLeft'> {
  return { expirationDate, dateKind, frozenDaysLeft: null }
}

function printedWords(dateKind: DateKind | null): string {
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

function keptThere(storage: Storage, when: string, keeps: string): string {
  if (storage === 'PANTRY') return say`Estimate: bought ${when}, keeps about ${keeps} in the pantry`
  if (storage === 'FRIDGE') return say`Estimate: bought ${when}, keeps about ${keeps} in the fridge`
  return say`Estimate: bought ${when}, keeps about ${keeps} in the freezer`
}

/** The reason in one line for today: 'Opened 3 days ago, keeps 5 days'. */
export function tellReason(reason: ExpirationReason, today: CalendarDate): string {
  switch (reason.kind) {
    case 'printed':
      return printedWords(reason.dateKind)
    case 'opened':
      return say`Opened ${ago(reason.openedOn, today)}, keeps ${days(reason.keepsDays)}`
    case 'estimated':
      return keptThere(reason.storage, ago(reason.addedOn, today), days(reason.keepsDays))
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
