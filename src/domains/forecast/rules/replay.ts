import { type CalendarDate, daysBetween } from '#platform/contract/calendar.ts'
import { FoodReplay } from './food-replay.ts'
import type { FoodHistory, HistoryEvent, HouseholdHistory, ReplayedLot } from './history.ts'

/** More than this of anything is a slip of the pen; sums of it stay exact enough. */
const most = 1e9

/**
 * Replays the records of each food: what is left of every lot, on which days there was any, how much was used on which day.
 * A use that names no lot takes the one that goes off first; a lot is eaten through its date. Within a day a use may be written before
 * the arrival of what it takes. A lot that is added again is topped up, unless the line is there twice. A use or a discard with a
 * negative quantity takes back the last like it. Takes time in proportion to the events, and to the lots that are open at once.
 */
export function replay(history: HouseholdHistory): FoodHistory[] {
  const known = new Map<CalendarDate, number>()
  const dayOf = (date: CalendarDate): number => {
    let day = known.get(date)
    if (day === undefined) {
      day = daysBetween(history.today, date)
      known.set(date, day)
    }
    return day
  }
  const happened = history.events.flatMap((event): Happened[] => {
    const day = dayOf(event.on)
    const quantity = Math.min(Math.abs(event.quantity), most)
    return day <= 0 && quantity > 0 ? [{ event, day, quantity, isTakenBack: event.quantity < 0 }] : []
  })
  // most records are in order already
  if (happened.some(({ day }, i) => day < (happened[i - 1]?.day ?? day))) happened.sort((a, b) => a.day - b.day)

  const foods = new Map<string, FoodReplay>()
  const foodOf = (id: string): FoodReplay => {
    let food = foods.get(id)
    if (!food) {
      food = new FoodReplay(id)
      foods.set(id, food)
    }
    return food
  }
  for (const { id } of history.ingredients) foodOf(id)
  const lots = new Map<string, { food: FoodReplay; lot: ReplayedLot }>()
  const add = ({ event, day, quantity }: Happened) => {
    if (event.type !== 'added') return
    const food = foodOf(event.ingredientId)
    const dueOn = event.effectiveExpiration ? dayOf(event.effectiveExpiration) : Infinity
    const there = lots.get(event.lotId)
    if (!there) lots.set(event.lotId, { food, lot: food.add(event.lotId, quantity, day, dueOn) })
    else if (there.food === food && (there.lot.cameOn !== day || there.lot.added !== quantity)) food.topUp(there.lot, quantity, day)
  }
  const arrivals = new Map<string, Happened>()
  for (const one of happened)
    if (one.event.type === 'added' && !one.isTakenBack && !arrivals.has(one.event.lotId)) arrivals.set(one.event.lotId, one)
  /** A lot may come later on the day it is spoken of. */
  const held = (lotId: string, day: number) => {
    const arrival = arrivals.get(lotId)
    if (arrival?.day === day && !lots.has(lotId)) add(arrival)
    return lots.get(lotId)
  }
  for (const one of withoutTakenBack(happened)) {
    const { event, day, quantity } = one
    if (event.type === 'added') {
      if (arrivals.get(event.lotId) !== one || !lots.has(event.lotId)) add(one)
    } else if (event.type === 'used') {
      const food = foodOf(event.ingredientId)
      const named = event.lotId ? held(event.lotId, day) : undefined
      food.use(named?.food === food ? named.lot : null, quantity, day)
    } else {
      const thrown = held(event.lotId, day)
      thrown?.food.discard(thrown.lot, quantity, day, event.reason === 'expired')
    }
  }
  return [...foods.values()].map((food) => food.end())
}

interface Happened {
  event: HistoryEvent
  day: number
  quantity: number
  isTakenBack: boolean
}

/** Leaves out what was taken back again, and the taking back. */
function withoutTakenBack(happened: readonly Happened[]): readonly Happened[] {
  if (happened.every(({ isTakenBack }) => !isTakenBack)) return happened
  const kept = new Map<string, Happened[]>()
  const gone = new Set<Happened>()
  for (const one of happened) {
    const { event, quantity } = one
    const key = JSON.stringify([event.type, event.lotId ?? '', event.type === 'discarded' ? '' : event.ingredientId, quantity])
    const like = kept.get(key) ?? []
    kept.set(key, like)
    if (!one.isTakenBack) like.push(one)
    else {
      const last = like.pop()
      if (last) gone.add(last)
      gone.add(one)
    }
  }
  return happened.filter((one) => !gone.has(one))
}
