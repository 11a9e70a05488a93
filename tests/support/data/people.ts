import { createCircle, inviteToCircle, joinCircle, linkHousehold } from '#domains/circles/contract.ts'
import { addLot, type Lot } from '#domains/inventory/contract.ts'
import { askToBorrow, type BorrowRequest } from '#domains/sharing/contract/index.ts'
import type { BodyInputOf } from '#platform/shared/endpoint.ts'
import { type Person, personOf, type TestApp } from '../server/test-app.ts'
import { mintAccounts } from './accounts.ts'

/** Many people at once. */
export const newcomers = async (testApp: TestApp, count: number, firstName = 'Cook', lastName = 'Test'): Promise<Person[]> =>
  (await mintAccounts(testApp.server.database, count, firstName, lastName)).map((account) => personOf(testApp, account))

export async function newcomer(testApp: TestApp, firstName?: string, lastName?: string): Promise<Person> {
  const [person] = await newcomers(testApp, 1, firstName, lastName)
  if (!person) throw new Error('nobody came')
  return person
}

/** A circle of these people, each an OWNER whose household is linked to it. Answers its id. */
export async function circleOf(...[admin, ...others]: [Person, ...Person[]]): Promise<string> {
  const { id } = await admin.must(createCircle, { body: { name: 'Neighbours' } })
  const { code } = await admin.must(inviteToCircle, { params: { id }, body: {} })
  for (const person of others) await person.must(joinCircle, { body: { code } })
  for (const person of [admin, ...others]) await person.must(linkHousehold, { params: { id, householdId: person.home ?? '' } })
  return id
}

export interface Neighbours {
  circle: string
  /** Owners of a household each. */
  lender: Person
  borrower: Person
}

/** Two households in one circle. */
export async function neighbours(testApp: TestApp): Promise<Neighbours> {
  const [lender, borrower] = (await newcomers(testApp, 2)) as [Person, Person]
  await testApp.household(lender)
  await testApp.household(borrower)
  return { lender, borrower, circle: await circleOf(lender, borrower) }
}

/** A lot that is shared; ten eggs unless said otherwise. */
export const sharedLot = (person: Person, ingredient: Partial<BodyInputOf<typeof addLot>> = {}): Promise<Lot> =>
  person.must(addLot, { body: { ingredient: { name: 'Eggs' }, quantity: 10, unit: 'each', isShared: true, ...ingredient } })

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** A request for some of a lot, in its unit. */
export const wish = (person: Person, lot: Lot, quantity = 1, expiresAt = inDays(7)): Promise<BorrowRequest> =>
  person.must(askToBorrow, { body: { inventoryItemId: lot.id, quantity, unit: lot.unit, expiresAt } })
