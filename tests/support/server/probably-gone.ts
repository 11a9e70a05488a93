import { markProbablyGone } from '#domains/inventory/server/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Person, TestApp } from './test-app.ts'

/** Does what the forecast's job does: these lots of the person's household, and no others, are probably gone. */
export async function markGone(
  server: Pick<TestApp['server'], 'database'>,
  { home }: Pick<Person, 'home'>,
  lots: readonly { id: string; gone?: number }[],
): Promise<void> {
  const householdId = home as HouseholdId
  await server.database.write(householdId, 'stock doubts', (tx) =>
    markProbablyGone(
      tx,
      { householdId, userId: null, now: new Date() },
      lots.map(({ id, gone = 0.85 }) => ({ lotId: id, gone })),
    ),
  )
}
