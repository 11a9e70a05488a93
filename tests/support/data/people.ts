import { type Kitchen, type Person, personOf } from '../server/test-app.ts'
import { mintAccounts } from './accounts.ts'

/** Many people at once. */
export const crowd = async (kitchen: Kitchen, count: number, firstName = 'Cook', lastName = 'Test'): Promise<Person[]> =>
  (await mintAccounts(kitchen.larder.database, count, firstName, lastName)).map((account) => personOf(kitchen, account))

/** One of a crowd. */
export async function newcomer(kitchen: Kitchen, firstName?: string, lastName?: string): Promise<Person> {
  const [person] = await crowd(kitchen, 1, firstName, lastName)
  if (!person) throw new Error('nobody came')
  return person
}
