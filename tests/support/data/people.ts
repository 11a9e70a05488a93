import { type Person, personOf, type TestApp } from '../server/test-app.ts'
import { mintAccounts } from './accounts.ts'

/** Many people at once. */
export const crowd = async (testApp: TestApp, count: number, firstName = 'Cook', lastName = 'Test'): Promise<Person[]> =>
  (await mintAccounts(testApp.server.database, count, firstName, lastName)).map((account) => personOf(testApp, account))

/** One of a crowd. */
export async function newcomer(testApp: TestApp, firstName?: string, lastName?: string): Promise<Person> {
  const [person] = await crowd(testApp, 1, firstName, lastName)
  if (!person) throw new Error('nobody came')
  return person
}
