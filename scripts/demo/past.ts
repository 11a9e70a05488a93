import { type DemoLot, readDemoLots } from '#domains/imports/server/built-in/demo-lots.ts'
import { translateDemoName } from '#domains/imports/server/built-in/demo-names.ts'
import type { DiscardReason, NewLot } from '#domains/inventory/contract.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { Language } from '#platform/shared/language.ts'
import { parseTextTable } from '#platform/shared/text-table.ts'
import { Unit } from '#platform/shared/units.ts'
import { demoText } from './texts.ts'

/** Something that was done in the kitchen. `day` counts from today; `lot` is a name that only the steps know. */
export type Step = { readonly day: number; readonly minute: number; readonly lot: string; readonly who: number } & (
  | { readonly does: 'buy'; readonly what: NewLot }
  | { readonly does: 'open' }
  | { readonly does: 'use'; readonly quantity: number }
  | { readonly does: 'discard'; readonly reason: DiscardReason; readonly notes: string | null }
)

const pastDays = 182

/**
 * What comes and goes again and again: `food | pack unit | price | every how many days | keeps | meals a pack | share thrown away, why`.
 * A pack that is not thrown away is eaten up before the next one.
 */
const table = `
Milk | 2 l | 2.58 | 5 | 7 | 3 | 0.05 spoiled
Greek yogurt | 500 g | 2.79 | 9 | 12 | 3 | 0.12 forgotten
Butter | 250 g | 2.49 | 13 | 40 | 3 | 0
Eggs | 10 each | 3.19 | 8 | 18 | 4 | 0.02 quality
Cheddar | 300 g | 3.49 | 14 | 24 | 3 | 0.05 spoiled
Mozzarella | 250 g | 1.99 | 10 | 9 | 1 | 0.12 expired
Chicken breast | 500 g | 6.40 | 8 | 3 | 1 | 0.09 expired
Ground beef | 400 g | 4.99 | 11 | 3 | 1 | 0.08 expired
Bacon | 150 g | 2.99 | 16 | 12 | 2 | 0
Ham | 200 g | 2.89 | 10 | 7 | 2 | 0.18 expired
Spinach | 250 g | 1.99 | 8 | 4 | 2 | 0.28 spoiled
Strawberries | 400 g | 3.99 | 12 | 3 | 2 | 0.2 spoiled
Bell pepper | 3 each | 2.49 | 7 | 6 | 2 | 0.12 forgotten
Carrots | 12 each | 1.49 | 12 | 14 | 3 | 0.06 forgotten
Cucumber | 1 each | 0.99 | 7 | 6 | 1 | 0.15 spoiled
Broccoli | 2 each | 1.89 | 9 | 5 | 1 | 0.1 forgotten
Mushrooms | 250 g | 1.79 | 10 | 5 | 1 | 0.15 spoiled
Lettuce | 1 each | 1.29 | 8 | 4 | 2 | 0.3 spoiled
Lemons | 4 each | 1.99 | 14 | 20 | 3 | 0.05 other
Hummus | 200 g | 1.99 | 12 | 9 | 2 | 0.15 expired
Orange juice | 1 l | 2.29 | 9 | 10 | 3 | 0
Heavy cream | 200 ml | 1.19 | 15 | 12 | 1 | 0.3 overbought
Pasta | 1000 g | 2.58 | 20 | 500 | 4 | 0
Rice | 1000 g | 2.49 | 32 | 400 | 4 | 0
Canned tomatoes | 4 each | 3.16 | 18 | 600 | 3 | 0
Coffee beans | 500 g | 6.99 | 17 | 150 | 4 | 0
Onions | 8 each | 1.99 | 14 | 30 | 4 | 0.04 quality
Potatoes | 2500 g | 3.49 | 16 | 30 | 4 | 0.05 quality
Bananas | 6 each | 1.79 | 6 | 5 | 2 | 0.16 overbought
Bread | 1 each | 2.99 | 4 | 5 | 2 | 0.1 spoiled
Tomatoes | 6 each | 2.49 | 7 | 7 | 2 | 0.08 spoiled
Avocado | 3 each | 2.99 | 13 | 5 | 2 | 0.25 spoiled
`
/** In English; `demoText` translates them. */
const notes: Partial<Record<DiscardReason, readonly string[]>> = {
  forgotten: ['Behind the milk all week', 'At the back of the drawer'],
  overbought: ['Bought too many'],
  spoiled: ['Went soft before we got to it'],
}

/** Numbers that are the same in every demo kitchen: mulberry32. */
function drawsFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A food as its first lot introduces it. */
function named(ingredient: string, language: Language): NonNullable<NewLot['ingredient']> {
  const parLevel = readDemoLots().find((lot) => lot.ingredient === ingredient && lot.parLevel !== null)?.parLevel
  return { name: translateDemoName(ingredient, language), ...(parLevel == null ? {} : { parLevel }) }
}

/** Half a year of one food, up to the day before the oldest lot in stock was bought. */
function pastOf(row: readonly string[], draw: () => number, today: CalendarDate, language: Language): Step[] {
  const [ingredient = '', pack = '', price = '', every = '', keeps = '', meals = '', waste = ''] = row
  const [quantity = 0, unit] = [Number(pack.split(' ')[0]), Unit.parse(pack.split(' ')[1])]
  const [share = 0, reason] = [Number(waste.split(' ')[0]), waste.split(' ')[1] as DiscardReason]
  const lastDay =
    Math.min(
      0,
      ...readDemoLots()
        .filter((lot) => lot.ingredient === ingredient)
        .map(({ boughtOn }) => boughtOn),
    ) - 1
  const steps: Step[] = []
  const between = (min: number, max: number) => min + Math.floor(draw() * (max - min + 1))
  const vary = Math.max(1, Math.round(Number(every) / 4))
  for (let day = -pastDays + between(0, Number(every)); ; ) {
    const next = day + Math.max(2, Number(every) + between(-vary, vary))
    if (next > lastDay) return steps
    const step = { lot: `${ingredient} ${day}`, who: draw() < 0.6 ? 0 : 1 }
    const expiresOn = day + Number(keeps)
    const cost = Math.round(Number(price) * (0.92 + draw() * 0.16) * 100) / 100
    const what = {
      ingredient: named(ingredient, language),
      quantity,
      unit,
      purchasePrice: cost,
      expirationDate: addDays(today, expiresOn),
      dateKind: 'best_before' as const,
    }
    steps.push({ ...step, day, minute: between(16 * 60, 19 * 60), does: 'buy', what })
    const isWasted = draw() < share
    // Of what is thrown away a part was eaten first, more often than not.
    const portions = isWasted ? between(0, Number(meals) - 1) : Number(meals)
    const last = Math.min(next, isWasted ? expiresOn : next) - 1
    const days = Array.from({ length: portions }, (_, i) =>
      Math.min(last, day + 1 + Math.floor(((i + draw()) * (last - day)) / Number(meals))),
    )
    let left = quantity * 1000
    for (const [i, on] of days.entries()) {
      const isLast = !isWasted && i === portions - 1
      const portion = isLast
        ? left
        : unit === 'each'
          ? Math.max(1, Math.floor(quantity / Number(meals))) * 1000
          : Math.round(left / (Number(meals) - i))
      if (portion <= 0 || (!isLast && portion >= left)) continue
      left -= portion
      steps.push({
        ...step,
        day: Math.max(day, on),
        minute: between(19 * 60 + 1, 21 * 60),
        who: draw() < 0.5 ? 0 : 1,
        does: 'use',
        quantity: portion / 1000,
      })
    }
    if (isWasted) {
      const [said = null] = draw() < 0.4 ? (notes[reason] ?? []) : []
      steps.push({
        ...step,
        day: Math.min(lastDay, expiresOn + 1),
        minute: 21 * 60 + 30,
        does: 'discard',
        reason,
        notes: said && demoText(said, language),
      })
    }
    day = next
  }
}

/** How a lot was added, opened and used until today. */
function arrivalOf(lot: DemoLot, at: number, today: CalendarDate, language: Language): Step[] {
  const { boughtOn, openedOn, used, unit } = lot
  const step = { lot: `lot ${at}`, who: at % 3 === 0 ? 1 : 0 }
  const what: NewLot = {
    ingredient: named(lot.ingredient, language),
    quantity: Math.round((lot.quantity + used) * 1000) / 1000,
    unit,
    storage: lot.storage,
    isShared: lot.isShared,
    location: translateDemoName(lot.place, language),
    ...(lot.price === null ? {} : { purchasePrice: lot.price }),
    ...(lot.date === null ? {} : { expirationDate: addDays(today, lot.date.on), dateKind: lot.date.kind }),
  }
  const steps: Step[] = [{ ...step, day: boughtOn, minute: 9 * 60 + at, does: 'buy', what }]
  if (openedOn !== null) steps.push({ ...step, day: openedOn, minute: 12 * 60, does: 'open' })
  if (used > 0)
    steps.push({ ...step, day: Math.min(-1, Math.ceil((openedOn ?? boughtOn) / 2)), minute: 18 * 60, does: 'use', quantity: used })
  return steps
}

/** Half a year in the order in which it happened: always the same, counted back from today. */
export function stepsUntil(today: CalendarDate, language: Language = 'en'): Step[] {
  const draw = drawsFrom(20_260_401)
  const past = parseTextTable(table).flatMap((row) => pastOf(row, draw, today, language))
  const stock = readDemoLots().flatMap((lot, at) => arrivalOf(lot, at, today, language))
  return [...past, ...stock].toSorted((a, b) => a.day - b.day || a.minute - b.minute)
}
