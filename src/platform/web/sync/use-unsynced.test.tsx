import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signIn, testHousehold } from '#tests/support/browser/render.tsx'
import type { RowsOf } from './operation.ts'
import { startOutbox } from './sync-session.ts'
import { useIsUnsynced } from './use-unsynced.ts'

const read: unknown[] = []
const rowsOf: RowsOf = ({ intent }) => {
  read.push(intent)
  return [String(intent)]
}
const Row = ({ id }: { id: string }) => (useIsUnsynced(testHousehold, rowsOf, id) ? <li>{id} waits</li> : null)

test('reads each waiting change once for all rows', async () => {
  signIn()
  const { outbox, connectivity } = startOutbox('ada of rows')
  await outbox.ready
  render(['a', 'b', 'c', 'd'].map((id) => <Row key={id} id={id} />))
  act(() => connectivity.markOffline())
  act(() => {
    const request = { method: 'POST', address: '/api/jars' } as const
    outbox.add({ household: testHousehold, kind: 'jars', words: 'Fill b', intent: 'b', request })
  })
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['b waits'])
  expect(read).toEqual(['b'])
})
