import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import type { LocalTable, LocalTables } from '#platform/shared/local-tables.ts'
import type { HouseholdReplica } from '../sync/household-replica.ts'
import { HouseholdTables } from '../sync/household-tables.ts'
import { localSourceOf, refreshLocalQueries } from './local-replies.ts'
import { localReply } from './local-reply.ts'
import { setLocalSource } from './local-source.ts'
import { cache, endpointQuery } from './query-cache.ts'

interface Jar {
  id: string
  label: string
}
const jarTable: LocalTable<Jar> = { name: 'jars' }
const get = (path: string) => endpoint({ method: 'GET', path, auth: 'household', summary: 'Jars', reply: z.array(z.string()) })
const [jars, sortedJars] = [get('/api/jars'), get('/api/sorted-jars')]

let tables: HouseholdTables
const replica = { household: 'home', isLoaded: true, isOffline: false, caughtUp: async () => {} }
const stops: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers()
  tables = new HouseholdTables()
  tables.replace({ jars: [{ id: '1', label: 'fig' } as Jar] })
  // Like in a cellar: no response comes.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const labels = (rows: LocalTables) => rows.rows(jarTable).map(({ label }) => label)
  const options = {
    replica: Object.assign(replica, { tables, isOffline: false }) as unknown as HouseholdReplica,
    replies: [localReply(jars, [jarTable], labels), localReply(sortedJars, [jarTable], labels, { isFallback: true })],
    context: () => ({ today: '2026-01-01' }) as never,
  }
  setLocalSource(localSourceOf(options))
  stops.push(refreshLocalQueries(options))
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  setLocalSource(null)
  cache.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(which: typeof jars) {
  const observer = new QueryObserver(cache, endpointQuery(which, {}, 'home') as never)
  stops.push(observer.subscribe(() => {}))
  return () => observer.getCurrentResult().data
}
const rename = (label: string) => tables.setPending([(draft) => draft.put(jarTable, { id: '1', label })])

test('shows a change of this device at once', async () => {
  const shown = show(jars)
  expect(shown()).toEqual(['fig'])
  rename('plum')
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual(['plum'])
})

test('shows a change also where the server is asked first and doesn’t respond', async () => {
  const shown = show(sortedJars)
  await vi.advanceTimersByTimeAsync(4000)
  expect(shown()).toEqual(['fig'])
  // As when the changes that wait on this device are read after its rows.
  rename('plum')
  await vi.advanceTimersByTimeAsync(4000)
  expect(shown()).toEqual(['plum'])
  replica.isOffline = true
  rename('damson')
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual(['damson'])
})
