import { afterAll, beforeAll } from 'vitest'
import { compose, type Larder } from '#app/compose.ts'
import { type Kitchen, kitchenOf, type Person, personOf } from '#tests/support/server/test-app.ts'

export interface Second {
  /** The same person, asking the second Larder; on SQLite the first, for there one process is all. */
  there(person: Person): Person
  larder(): Larder
}

/** On PostgreSQL a second Larder on the database of a kitchen, for one test file. */
export function useSecond(kitchen: () => Kitchen): Second {
  let other: Kitchen | undefined
  beforeAll(async () => {
    const { config } = kitchen()
    if (!config.databaseUrl) return
    const larder = await compose(config, () => 'http://localhost:3000')
    await larder.app.ready()
    other = kitchenOf(larder, config)
  })
  afterAll(() => other?.larder.close())
  return {
    there: (person) => Object.assign(personOf(other ?? kitchen(), person), { home: person.home }),
    larder: () => (other ?? kitchen()).larder,
  }
}
