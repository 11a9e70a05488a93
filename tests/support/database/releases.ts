import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../releases')

/** What people saw in a release, through its API, when the backup beside it was made. */
export interface ReleaseFixture {
  people: {
    email: string
    password: string
    household: string | null
    /** Ids of what was answered, sorted, by path. */
    sees: Record<string, string[]>
  }[]
}

/** Where a person looks at what is theirs; each answers a list, or an object of lists, of things with ids. */
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

/** Ids of the things in an answer, not of what they point at; changes go by their number. */
export function idsIn(answer: unknown): string[] {
  const lists = Array.isArray(answer) ? [answer] : Object.values(answer as object).filter(Array.isArray)
  return lists
    .flat()
    .map((one: { id?: string; seq?: number }) => one.id ?? String(one.seq))
    .toSorted()
}

export interface Release {
  name: string
  backup: string
  fixture: ReleaseFixture
}

/** Every release that is kept, the oldest first. */
export const releases = (): Release[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.backup'))
    .toSorted()
    .map((file) => {
      const name = file.slice(0, -'.backup'.length)
      const fixture: ReleaseFixture = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
      return { name, backup: join(folder, file), fixture }
    })
