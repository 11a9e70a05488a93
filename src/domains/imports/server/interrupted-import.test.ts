import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { changeMember, deleteHousehold, listHistory, removeMember, restoreHousehold } from '#domains/households/contract/index.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { previewFile } from '#tests/support/data/import-files.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()
const sql = <Row>(text: string) => asOwner<Row>(testApp().server.database, text)

interface StartedImport {
  owner: Person
  maker: Person
  home: string
  id: string
}

/** Starts an import of this many ingredients as an admin who is not the owner. */
async function startImportAsAdmin(ingredients: number): Promise<StartedImport> {
  const [owner, maker] = (await createPeople(testApp(), 2)) as [Person, Person]
  const { id: home } = await testApp().household(owner, maker)
  await owner.must(changeMember, { params: { id: home, userId: maker.userId }, body: { role: 'ADMIN' } })
  const table = ['name', ...Array.from({ length: ingredients }, (_, no) => `Food ${no}`)].join('\n')
  const { id } = await previewFile(testApp(), maker, table)
  await maker.must(contract.startImport, { params: { importId: id }, body: {} })
  return { owner, maker, home, id }
}

const stateOf = async ({ id }: StartedImport) => (await sql<{ state: string }>(`select state from imports where id = '${id}'`))[0]?.state
const rowsIn = async ({ id }: StartedImport, state: contract.RowState) =>
  (await sql(`select 1 from import_rows where import_id = '${id}' and state = '${state}'`)).length

/** Waits until the first rows are in this state. */
async function waitForRows(record: StartedImport, state: contract.RowState): Promise<void> {
  while ((await rowsIn(record, state)) === 0) await nextTick()
}

const settle = () => testApp().server.jobs.catchUp()
const seen = ({ owner, id }: StartedImport) => owner.must(contract.getImport, { params: { importId: id } })
const logOf = ({ home }: StartedImport) =>
  sql<{ name: string; actor_id: string | null }>(`select name, actor_id from changes where household_id = '${home}' order by seq`)

it('C-17: an import pauses while its household is deleted, and resumes when it is restored', async () => {
  const record = await startImportAsAdmin(400)
  await waitForRows(record, 'brought')
  await record.owner.must(deleteHousehold, { params: { id: record.home } })
  const there = await rowsIn(record, 'brought')
  expect(there).toBeLessThan(400)
  await settle()
  expect((await logOf(record)).at(-1)?.name).toBe('household.deleted')
  expect([await stateOf(record), await rowsIn(record, 'brought')]).toEqual(['running', there])

  await record.owner.must(restoreHousehold, { params: { id: record.home } })
  await settle()
  expect(await seen(record)).toMatchObject({ state: 'done', counts: [{ kind: 'food', brought: 400 }] })
})

it('C-12: an import ends when its member is removed, and its remaining rows are left out with the reason', async () => {
  const record = await startImportAsAdmin(400)
  await waitForRows(record, 'brought')
  await record.owner.must(removeMember, { params: { id: record.home, userId: record.maker.userId } })
  await settle()
  const log = await logOf(record)
  const later = log.slice(log.findIndex(({ name }) => name === 'member.removed') + 1)
  expect(later.filter(({ actor_id }) => actor_id === record.maker.userId)).toEqual([])
  expect(later.map(({ name }) => name)).toContain('import.finished')

  const { state, counts } = await seen(record)
  const [ingredient] = counts
  expect(state).toBe('done')
  expect(ingredient?.leftOut).toBeGreaterThan(0)
  expect((ingredient?.brought ?? 0) + (ingredient?.leftOut ?? 0)).toBe(400)
  expect(await record.owner.must(listIngredients)).toHaveLength(ingredient?.brought ?? 0)
  const params = { importId: record.id }
  const [row] = await record.owner.must(contract.listImportRows, { params, query: { state: 'left_out' } })
  expect(row?.why).toBe('The person who started this import no longer manages this household.')
  expect((await record.owner.must(listHistory)).map(({ summary }) => summary)).toContain(
    `Imported from CSV: ${ingredient?.brought} ingredients`,
  )
})

it('an undo ends when its member loses the role, and another admin can continue it', async () => {
  const record = await startImportAsAdmin(200)
  await settle()
  const params = { importId: record.id }
  await record.maker.must(contract.undoImport, { params })
  await waitForRows(record, 'taken_back')
  await record.owner.must(changeMember, { params: { id: record.home, userId: record.maker.userId }, body: { role: 'MEMBER' } })
  await settle()
  const { state, counts } = await seen(record)
  expect(state).toBe('done')
  expect(counts[0]?.brought).toBeGreaterThan(0)
  expect((counts[0]?.brought ?? 0) + (counts[0]?.takenBack ?? 0)).toBe(200)
  const log = await logOf(record)
  const later = log.slice(log.findLastIndex(({ name }) => name === 'member.changed') + 1)
  expect(later.filter(({ actor_id }) => actor_id === record.maker.userId)).toEqual([])

  await record.owner.must(contract.undoImport, { params })
  await settle()
  expect(await seen(record)).toMatchObject({ state: 'undone', counts: [{ takenBack: 200 }] })
})
