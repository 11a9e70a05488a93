import type { Database } from '#platform/server/database/index.ts'
import type { OutboxMessage, OutboxTransport, SendResult } from '#platform/server/outbox/outbox.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import * as links from '../store/links.ts'

/** A link whose server is due to be called: one message for all that changed, since each says how things are and not what happened. */
interface DueLink extends OutboxMessage {
  readonly householdId: HouseholdId
  readonly target: string
  /** The state of the link when it was found to be due. */
  readonly state: links.FoundLink['state']
}

/** Calls the other server of a link. */
export type CallServer = (link: links.FoundLink) => Promise<SendResult>

/** How often servers compare what they know, and ask what is shared, if nothing changes. */
const everyMs = 5 * 60_000
/** After this many attempts, a server is no longer told that a link ended. */
const maxEndAttempts = 10
// The first is longer than a call takes.
const retry = { firstMs: 60_000, factor: 3, maxMs: 3_600_000, maxAttempts: Number.MAX_SAFE_INTEGER }
const limit = 200
const crossHousehold = { crossHousehold: 'jobs' } as const

/** The outbox of linked servers. A message is never given up while its link exists. While links are off, none is due. */
export function linkTransport(database: Database, isOn: boolean, call: CallServer): OutboxTransport<DueLink, 'link'> {
  const find = ({ householdId, id }: DueLink) => database.read(householdId, (q) => links.findLink(q, householdId, id))
  return {
    channel: 'link',
    retry,
    maxOutageMs: Number.POSITIVE_INFINITY,
    countsOutages: true,
    maxConcurrent: 1,
    maxTargets: 64,
    async listDue(now) {
      if (!isOn) return new Map()
      const due = await database.read(crossHousehold, (q) => links.dueLinks(q, now.toISOString(), limit))
      const messages = due.map((row) => ({
        householdId: row.household_id,
        id: row.id,
        target: row.peer_url ?? '',
        state: row.state,
        attempts: Number(row.attempts),
        createdAt: row.changed_at,
      }))
      return Map.groupBy(messages, ({ target }) => target)
    },
    claim: ({ householdId, id, attempts }, dueAt) =>
      database.write(householdId, 'claim a link', (tx) => links.claimLink(tx, { household_id: householdId, id, attempts }, dueAt)),
    async send(message) {
      const link = await find(message)
      return link ? call(link) : { kind: 'gone' }
    },
    async settle({ householdId, id, state }, update, _result, now) {
      await database.write(householdId, 'settle a link', async (tx) => {
        const link = await links.findLink(tx, householdId, id)
        if (!link || link.due_at === null) return
        // It ended during the call, so the other server is yet to be told.
        if (link.state === 'ended' && state !== 'ended') return
        const isOver = link.state === 'ended' && (update.state !== 'waiting' || update.attempts >= maxEndAttempts)
        const next = new Date(now.getTime() + everyMs).toISOString()
        const dueAt = update.state === 'waiting' ? update.dueAt : link.changed_at > now.toISOString() ? link.changed_at : next
        await links.updateLink(tx, link, [link.state], {
          attempts: update.state === 'waiting' ? update.attempts : 0,
          due_at: isOver ? null : dueAt,
        })
      })
    },
    async postpone(messages, dueAt) {
      for (const { householdId, id } of messages)
        await database.write(householdId, 'postpone a link', (tx) =>
          links.updateLink(tx, { household_id: householdId, id }, ['joining', 'active', 'ended'], { due_at: dueAt }),
        )
    },
    countWaiting: async () => 0,
    listDeadLetters: async () => [],
    retryDeadLetters: async () => {},
  }
}
