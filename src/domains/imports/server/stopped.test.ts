import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { changeMember, deleteHousehold, listHistory, removeMember, restoreHousehold } from '#domains/households/contract/index.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { previewOf } from '#tests/support/data/import-files.ts'
import { crowd } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const testApp = useTestApp()
const sql = <Row>(text: string) => asOwner<Row>(testApp().server.database, text)

interface Begun {
  owner: Person
  maker: Person
  home: string
  id: string
}

/** A household, and a table of so many foods that somebody other than its owner has read and said yes to. */
async function begun(ingredients: number): Promise<Begun> {
  const [owner, maker] = (await crowd(testApp(), 2)) as [Person, Person]
  const { id: home } = await testApp().household(owner, maker)
  await owner.must(changeMember, { params: { id: home, userId: maker.userId }, body: { role: 'ADMIN' } })
  const table = ['name', ...Array.from({ length: ingredients }, (_, no) => `Food ${no}`)].join('\n')
  const { id } = await previewOf(testApp(), maker, table)
  await maker.must(contract.startImport, { params: { importId: id }, body: {} })
  return { owner, maker, home, id }
}

const stateOf = async ({ id }: Begun) => (await sql<{ state: string }>(`select state from imports where id = '${id}'`))[0]?.state
const rowsIn = async ({ id }: Begun, state: contract.RowState) =>
  (await sql(`select 1 from import_rows where import_id = '${id}' and state = '${state}'`)).length

/** Waits until some rows are there: the rest is under way. */
async function some(made: Begun, state: contract.RowState): Promise<void> {
  while ((await rowsIn(made, state)) === 0) await turn()
}

const settle = () => testApp().server.jobs.catchUp()
const seen = ({ owner, id }: Begun) => owner.must(contract.getImport, { params: { importId: id } })
const logOf = ({ home }: Begun) =>
  sql<{ name: string; actor_id: string | null }>(`select name, actor_id from changes where household_id = '${home}' order by seq`)

it('C-17: an import writes nothing to a household after it was deleted, and goes on where it was when that comes back', async () => {
  const made = await begun(400)
  await some(made, 'brought')
  await made.owner.must(deleteHousehold, { params: { id: made.home } })
  const there = await rowsIn(made, 'brought')
  expect(there).toBeLessThan(400)
  await settle()
  expect((await logOf(made)).at(-1)?.name).toBe('household.deleted')
  expect([await stateOf(made), await rowsIn(made, 'brought')]).toEqual(['running', there])

  await made.owner.must(restoreHousehold, { params: { id: made.home } })
  await settle()
  expect(await seen(made)).toMatchObject({ state: 'done', counts: [{ kind: 'food', brought: 400 }] })
})

it('C-12: an import writes nothing in the name of somebody who was removed; what had not come stays out and says why', async () => {
  const made = await begun(400)
  await some(made, 'brought')
  await made.owner.must(removeMember, { params: { id: made.home, userId: made.maker.userId } })
  await settle()
  const log = await logOf(made)
  const later = log.slice(log.findIndex(({ name }) => name === 'member.removed') + 1)
  expect(later.filter(({ actor_id }) => actor_id === made.maker.userId)).toEqual([])
  expect(later.map(({ name }) => name)).toContain('import.finished')

  const { state, counts } = await seen(made)
  const [ingredient] = counts
  expect(state).toBe('done')
  expect(ingredient?.leftOut).toBeGreaterThan(0)
  expect((ingredient?.brought ?? 0) + (ingredient?.leftOut ?? 0)).toBe(400)
  expect(await made.owner.must(listIngredients)).toHaveLength(ingredient?.brought ?? 0)
  const params = { importId: made.id }
  const [row] = await made.owner.must(contract.listImportRows, { params, query: { state: 'left_out' } })
  expect(row?.why).toBe('The person who started this import no longer manages this household.')
  expect((await made.owner.must(listHistory)).map(({ summary }) => summary)).toContain(
    `Imported from CSV: ${ingredient?.brought} ingredients`,
  )
})

it('an import that is taken back stops with the role of who had it taken back, and somebody else can go on', async () => {
  const made = await begun(200)
  await settle()
  const params = { importId: made.id }
  await made.maker.must(contract.undoImport, { params })
  await some(made, 'taken_back')
  await made.owner.must(changeMember, { params: { id: made.home, userId: made.maker.userId }, body: { role: 'MEMBER' } })
  await settle()
  const { state, counts } = await seen(made)
  expect(state).toBe('done')
  expect(counts[0]?.brought).toBeGreaterThan(0)
  expect((counts[0]?.brought ?? 0) + (counts[0]?.takenBack ?? 0)).toBe(200)
  const log = await logOf(made)
  const later = log.slice(log.findLastIndex(({ name }) => name === 'member.changed') + 1)
  expect(later.filter(({ actor_id }) => actor_id === made.maker.userId)).toEqual([])

  await made.owner.must(contract.undoImport, { params })
  await settle()
  expect(await seen(made)).toMatchObject({ state: 'undone', counts: [{ takenBack: 200 }] })
})
