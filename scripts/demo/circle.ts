import type { AppServer } from '#app/compose.ts'
import { createCircle, inviteToCircle, joinCircle, linkHousehold } from '#domains/circles/contract.ts'
import { createHousehold } from '#domains/households/contract/index.ts'
import { translateDemoName } from '#domains/imports/server/built-in/demo-names.ts'
import { addLot, type Lot, listLots, type NewLot } from '#domains/inventory/contract.ts'
import { askToBorrow, changeBorrow } from '#domains/sharing/contract/borrow.ts'
import { makeOffer } from '#domains/sharing/contract/index.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { type Guest, signUpGuest } from './people.ts'
import { demoText } from './texts.ts'

const theirs: readonly { ingredient: string; quantity: number; unit: NewLot['unit']; keeps: number }[] = [
  { ingredient: 'Apples', quantity: 12, unit: 'each', keeps: 20 },
  { ingredient: 'Zucchini', quantity: 6, unit: 'each', keeps: 5 },
  { ingredient: 'Basil', quantity: 40, unit: 'g', keeps: 3 },
  { ingredient: 'Coconut milk', quantity: 800, unit: 'ml', keeps: 300 },
  { ingredient: 'Ginger', quantity: 120, unit: 'g', keeps: 12 },
]

/** Creates a circle with a friend's household: a loan, a request and an offer. */
export async function createFriendsCircle(
  server: AppServer,
  maya: Guest,
  householdId: string,
  timeZone: string,
  today: CalendarDate,
): Promise<void> {
  const [own, ours] = [maya.ask(), maya.ask(householdId)]
  const { language } = maya
  const text = (english: string) => demoText(english, language)
  const sam = await signUpGuest(server, 'Sam', 'Okafor', language)
  const { id: samsId } = await sam.ask()(createHousehold, { body: { name: text('12 Elm Street'), timeZone, currency: 'EUR' } })
  const next = sam.ask(samsId)
  const circle = { name: text('Neighbors on Elm Street'), description: text('For when one of us has too much of something') }
  const { id: circleId } = await own(createCircle, { body: circle })
  const params = { id: circleId }
  const { code } = await own(inviteToCircle, { params, body: {} })
  await sam.ask()(joinCircle, { body: { code } })
  await own(linkHousehold, { params: { ...params, householdId } })
  await sam.ask()(linkHousehold, { params: { ...params, householdId: samsId } })

  const lots = new Map<string, Lot>()
  for (const { ingredient, keeps, ...lot } of theirs) {
    const body = {
      ...lot,
      ingredient: { name: translateDemoName(ingredient, language) },
      expirationDate: addDays(today, keeps),
      dateKind: 'best_before' as const,
      isShared: true,
    }
    lots.set(ingredient, await next(addLot, { body }))
  }
  const found = await ours(listLots, { query: { search: translateDemoName('Lemons', language) } })
  const [lemons] = Array.isArray(found) ? found : found.items
  const [zucchini, basil] = [lots.get('Zucchini'), lots.get('Basil')]
  if (!lemons || !zucchini || !basil) throw new Error('The neighbors have nothing to share.')
  const expiresAt = `${addDays(today, 3)}T18:00:00Z`
  await next(askToBorrow, {
    body: {
      inventoryItemId: lemons.id,
      quantity: 2,
      unit: lemons.unit,
      expiresAt,
      message: text('For a cake on Sunday. You’ll get a slice!'),
    },
  })
  const { id } = await ours(askToBorrow, {
    body: { inventoryItemId: zucchini.id, quantity: 3, unit: zucchini.unit, expiresAt, message: text('Ratatouille tonight!') },
  })
  await next(changeBorrow, { params: { id }, body: { status: 'ACCEPTED' } })
  await next(makeOffer, { body: { inventoryItemId: basil.id, circleId } })
}
