import { describe, expect, it } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { type EndedLot, learnShelfLife } from './learn-shelf-life.ts'

const bought = '2026-05-01'
const milk = { pantryDays: null, fridgeDays: 7, freezerDays: 90, openedDays: 5 }
const ended = (days: number, more: Partial<EndedLot> = {}): EndedLot => ({
  storage: 'FRIDGE',
  expirationDate: null,
  addedOn: bought,
  openedOn: null,
  endedOn: addDays(bought, days),
  isSpoiled: false,
  ...more,
})
const opened = { openedOn: bought, expirationDate: addDays(bought, 30) }
const spoiled = { isSpoiled: true }
const learn = (...lots: EndedLot[]) => learnShelfLife(milk, lots).map(({ life, days }) => [life, days])

describe('a shelf life from what became of the lots', () => {
  it('is longer if three were used up after it and none had spoiled', () => {
    const used = [8, 9, 12].map((days) => ended(days, opened))
    expect(learnShelfLife(milk, used)).toEqual([
      { life: 'openedDays', days: 9, why: 'Used up 3 times after more than 5 days, never spoiled by then.' },
    ])
    expect(learn(...used.slice(1))).toEqual([])
    expect(learn(...used, ended(9, { ...opened, ...spoiled }))).toEqual([])
    // What spoiled later says nothing against it.
    expect(learn(...used, ended(20, { ...opened, ...spoiled }))).toEqual([['openedDays', 9]])
  })

  it('is the day before they usually spoiled if at least a third did', () => {
    const early = [3, 4, 5].map((days) => ended(days, { ...opened, ...spoiled }))
    expect(learnShelfLife(milk, early)).toEqual([{ life: 'openedDays', days: 3, why: 'Spoiled 3 times, each within 5 days.' }])
    expect(learn(...early.slice(1))).toEqual([])
    const used = Array.from({ length: 6 }, () => ended(4, opened))
    expect(learn(...early, ...used)).toEqual([['openedDays', 3]])
    expect(learn(...early, ...used, ended(4, opened))).toEqual([])
    // What was used up earlier says nothing about how long it keeps.
    expect(learn(...early, ...used, ended(2, opened))).toEqual([['openedDays', 3]])
  })

  it('is at least a day', () => {
    expect(learn(...[0, 0, 1].map((days) => ended(days, { ...opened, ...spoiled })))).toEqual([['openedDays', 1]])
  })

  it('changes by a fifth at least', () => {
    const life = { ...milk, fridgeDays: 20 }
    const used = (days: number) =>
      learnShelfLife(
        life,
        [days, days, days].map((one) => ended(one)),
      )
    expect(used(23)).toEqual([])
    expect(used(24)).toMatchObject([{ life: 'fridgeDays', days: 24 }])
  })

  it('is learned by storage from what was never opened and had no date on it', () => {
    const used = [10, 11, 12]
    expect(learn(...used.map((days) => ended(days)))).toEqual([['fridgeDays', 11]])
    expect(learn(...used.map((days) => ended(days, { expirationDate: addDays(bought, 30) })))).toEqual([])
    for (const openedOn of [null, bought]) expect(learn(...used.map((days) => ended(days, { storage: 'FREEZER', openedOn })))).toEqual([])
    // How long it keeps in the pantry isn't known, so no date can be wrong.
    expect(learn(...used.map((days) => ended(days, { storage: 'PANTRY' })))).toEqual([])
  })

  it('ignores lots that ended before they began', () => {
    expect(learn(...[-3, -2, -1].map((days) => ended(days, { ...opened, ...spoiled })))).toEqual([])
  })
})
