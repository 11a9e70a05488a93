import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../releases')

/** What people saw through the API of a release when the backup next to this file was made. */
export interface ReleaseFixture {
  people: {
    email: string
    password: string
    household: string | null
    /** Sorted ids in the responses, by path. */
    sees: Record<string, string[]>
  }[]
}

/** The paths a person's data is read from. Each returns a list, or an object of lists, of rows with ids. */
export const seenPaths = [
  '/api/households',
  '/api/inventory',
  '/api/inventory?isActive=false',
  '/api/ingredients',
  '/api/shopping-list',
  '/api/history?limit=200',
  '/api/recipes',
  '/api/circles',
  '/api/borrow',
  '/api/offers',
  '/api/borrow?type=incoming',
] as const

/** Returns the ids of the rows in a response, without those they refer to; for changes their numbers. */
export function idsIn(answer: unknown): string[] {
  const lists = Array.isArray(answer) ? [answer] : Object.values(answer as object).filter(Array.isArray)
  return lists
    .flat()
    .flatMap((one: { id?: string; seq?: number }) => one.id ?? (one.seq === undefined ? [] : String(one.seq)))
    .toSorted()
}

export interface Release {
  name: string
  backup: string
  fixture: ReleaseFixture
}

/** Returns every kept release, oldest first. */
export const releases = (): Release[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.backup'))
    .toSorted()
    .map((file) => {
      const name = file.slice(0, -'.backup'.length)
      const fixture: ReleaseFixture = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
      return { name, backup: join(folder, file), fixture }
    })
