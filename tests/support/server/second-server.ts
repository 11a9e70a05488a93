import { afterAll, beforeAll } from 'vitest'
import { type AppServer, compose } from '#app/compose.ts'
import { type Person, personOf, type TestApp, testAppOf } from '#tests/support/server/test-app.ts'

export interface SecondServer {
  /** The same person, asking the second Larder; on SQLite the first, for there one process is all. */
  there(person: Person): Person
  server(): AppServer
}

/** On PostgreSQL a second Larder on the database of a kitchen, for one test file. */
export function useSecondServer(testApp: () => TestApp): SecondServer {
  let other: TestApp | undefined
  beforeAll(async () => {
    const { config } = testApp()
    if (!config.databaseUrl) return
    const server = await compose(config, () => 'http://localhost:3000')
    await server.app.ready()
    other = testAppOf(server, config)
  })
  afterAll(() => other?.server.close())
  return {
    there: (person) => Object.assign(personOf(other ?? testApp(), person), { home: person.home }),
    server: () => (other ?? testApp()).server,
  }
}
