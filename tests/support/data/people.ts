import { createCircle, inviteToCircle, joinCircle, linkHousehold } from '#domains/circles/contract.ts'
import { addLot, type Lot } from '#domains/inventory/contract.ts'
import { askToBorrow, type BorrowRequest } from '#domains/sharing/contract/index.ts'
import type { BodyInputOf } from '#platform/shared/endpoint.ts'
import { type Person, personOf, type TestApp } from '../server/test-app.ts'
import { createAccounts } from './accounts.ts'

/** Creates signed-in people without a household. */
export const createPeople = async (testApp: TestApp, count: number, firstName = 'Cook', lastName = 'Test'): Promise<Person[]> =>
  (await createAccounts(testApp.server.database, count, firstName, lastName)).map((account) => personOf(testApp, account))

/** Creates one signed-in person without a household. */
export async function createPerson(testApp: TestApp, firstName?: string, lastName?: string): Promise<Person> {
  const [person] = await createPeople(testApp, 1, firstName, lastName)
  if (!person) throw new Error('no person was created')
  return person
}

/** Creates a circle of these people, each an OWNER whose household is linked to it. Returns its id. */
export async function createLinkedCircle(...[admin, ...others]: [Person, ...Person[]]): Promise<string> {
  const { id } = await admin.must(createCircle, { body: { name: 'Neighbours' } })
  const { code } = await admin.must(inviteToCircle, { params: { id }, body: {} })
  for (const person of others) await person.must(joinCircle, { body: { code } })
  for (const person of [admin, ...others]) await person.must(linkHousehold, { params: { id, householdId: person.home ?? '' } })
  return id
}

export interface Neighbors {
  circle: string
  /** Owners of their own households. */
  lender: Person
  borrower: Person
}

/** Creates two households in one circle. */
export async function createNeighbors(testApp: TestApp): Promise<Neighbors> {
  const [lender, borrower] = (await createPeople(testApp, 2)) as [Person, Person]
  await testApp.household(lender)
  await testApp.household(borrower)
  return { lender, borrower, circle: await createLinkedCircle(lender, borrower) }
}

/** Adds a shared lot: ten eggs by default. */
export const addSharedLot = (person: Person, ingredient: Partial<BodyInputOf<typeof addLot>> = {}): Promise<Lot> =>
  person.must(addLot, { body: { ingredient: { name: 'Eggs' }, quantity: 10, unit: 'each', isShared: true, ...ingredient } })

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** Requests part of a lot, in its unit. */
export const requestToBorrow = (person: Person, lot: Lot, quantity = 1, expiresAt = inDays(7)): Promise<BorrowRequest> =>
  person.must(askToBorrow, { body: { inventoryItemId: lot.id, quantity, unit: lot.unit, expiresAt } })
