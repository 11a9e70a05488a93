import type { AppServer } from '#app/compose.ts'
import { createCircle, linkHousehold } from '#domains/circles/contract.ts'
import { createHousehold } from '#domains/households/contract/index.ts'
import { discardReasons, type NewLot } from '#domains/inventory/contract.ts'
import { consumeLot, discardLot } from '#domains/inventory/server/index.ts'
import { addLot } from '#domains/inventory/server/use-cases/add-lot.ts'
import { addRecipe } from '#domains/recipes/contract/index.ts'
import { generateList, pasteItems } from '#domains/shopping/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { type Guest, signUpGuest } from './people.ts'

const sorts = [
  'Farmhouse',
  'Extra-long slow-fermented wholegrain',
  'Alpine',
  'Reduced-fat lactose-free',
  'Stone-ground',
  'Grandmother’s',
  'Cold-pressed',
  'Smoked',
  'Sun-dried',
  'Wild',
]
const things = [
  'sourdough bread',
  'mountain cheese',
  'rapeseed oil',
  'tomatoes',
  'oat drink',
  'buckwheat flour',
  'raspberry jam',
  'paprika',
  'salmon',
  'apple juice',
  'butter',
  'muesli',
  'Donaudampfschifffahrtskapitänskekse',
]
const places = ['Cellar, behind the water heater', 'Top shelf', 'Door', 'Garage freezer', 'Left-hand cupboard over the stove']
const units: readonly NewLot['unit'][] = ['g', 'each', 'ml', 'kg', 'l']

/** Fills a household with thousands of things, long names and large quantities, as a stress test of the screens. */
export async function fillUp(
  server: AppServer,
  timeZone: string,
  now = new Date(),
  lotsInAll = 3000,
): Promise<{ householdId: HouseholdId; guest: Guest }> {
  const today = dateInTimeZone(timeZone, now)
  const guest = await signUpGuest(server, 'Wilhelmina-Charlotte', 'Featherstonehaugh-Cholmondeley')
  const name = 'The shared flat above the old bakery on the corner of Elm Street'
  const { id } = await guest.ask()(createHousehold, { body: { name, timeZone, currency: 'EUR' } })
  const [householdId, ask] = [id as HouseholdId, guest.ask(id)]
  const begins = now.getTime() - 170 * 86_400_000
  for (let from = 0; from < lotsInAll; from += 100) {
    const at = new Date(begins + (from / lotsInAll) * 169 * 86_400_000)
    const member = {
      userId: guest.userId,
      sessionId: '',
      isToken: false,
      now: at,
      householdId,
      role: 'OWNER' as const,
      timeZone,
      today: dateInTimeZone(timeZone, at),
    }
    await server.database.write(householdId, 'full household', async (tx) => {
      for (let i = from; i < from + 100; i++) {
        const ingredient = `${sorts[i % sorts.length]} ${things[i % things.length]}`
        const { id: lotId, quantity } = await addLot(tx, member, {
          ingredient: { name: ingredient, parLevel: 40 },
          quantity: i % 97 === 0 ? 123_456.789 : 2 + (i % 750),
          unit: units[i % units.length] ?? 'g',
          purchasePrice: i % 50 === 0 ? 1234.56 : 1 + (i % 20) / 4,
          location: places[i % places.length] ?? 'Shelf',
          expirationDate: addDays(today, (i % 400) - 6),
          dateKind: i % 3 === 0 ? 'use_by' : 'best_before',
          isOpened: i % 7 === 0,
        })
        if (i % 5 === 0) await consumeLot(tx, member, lotId, Math.min(1, quantity))
        if (i % 11 === 0)
          await discardLot(tx, member, lotId, {
            reason: discardReasons[i % discardReasons.length] ?? 'other',
            quantity: Math.min(1, quantity),
          })
      }
    })
  }
  await ask(pasteItems, {
    body: {
      text: Array.from({ length: 150 }, (_, i) => `${1 + (i % 40)} ${things[i % things.length]} number ${i} for the long table`).join('\n'),
    },
  })
  await ask(generateList)
  for (let i = 0; i < 40; i++) {
    const ingredients = things.slice(0, 4 + (i % 8)).map((thing) => `${100 + i} g ${thing}, finely chopped and left to stand over night`)
    const body = {
      name: `${sorts[i % sorts.length]} Sunday casserole with everything that the garden had left, number ${i}`,
      ingredients,
      instructions: ingredients,
    }
    await ask(addRecipe, {
      body: { ...body, description: 'A long story of how this came to be, told at every table since. '.repeat(4), rating: (i % 50) / 10 },
    })
  }
  for (let i = 0; i < 12; i++) {
    const circle = {
      name: `${sorts[i % sorts.length]} friends, section ${i}`,
      description: 'Everybody between the river and the railway. '.repeat(5),
      isPublic: i % 2 === 0,
    }
    const { id: circleId } = await guest.ask()(createCircle, { body: circle })
    await guest.ask()(linkHousehold, { params: { id: circleId, householdId } })
  }
  await server.jobs.settle()
  return { householdId, guest }
}
