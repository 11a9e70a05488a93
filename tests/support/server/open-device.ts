import { localReplies } from '#app/screens/local-replies.ts'
import { householdTable } from '#domains/households/rules/local-household.ts'
import { dayIn } from '#platform/shared/calendar.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { LocalContext } from '#platform/shared/local-tables.ts'
import { HouseholdTables } from '#platform/web/sync/household-tables.ts'
import { syncedCopyOf } from './synced-copy.ts'
import type { Person } from './test-app.ts'

export interface TestDevice {
  tables: HouseholdTables
  context: LocalContext
  /** What it replies to an endpoint; undefined if it leaves that to the server. */
  replyTo(endpoint: Endpoint, params: unknown, query?: unknown): unknown
}

/** Opens a device that has pulled its household. */
export async function openDevice(person: Person): Promise<TestDevice> {
  const tables = new HouseholdTables()
  const copy = await syncedCopyOf(person)
  tables.replace(Object.fromEntries([...copy.tables].map(([name, rows]) => [name, [...rows.values()]])))
  const now = new Date()
  const [household] = tables.rows(householdTable)
  const context = { now, today: dayIn(household?.timeZone ?? 'UTC', now), userId: person.userId }
  return {
    tables,
    context,
    replyTo: (endpoint, params, query = {}) =>
      localReplies.find((reply) => reply.endpoint === endpoint)?.read(tables, { params, query }, context),
  }
}
