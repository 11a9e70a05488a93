import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { eventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict } from '#platform/shared/problem.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { openTestApp } from '#tests/support/server/test-app.ts'
import { recordChange } from '../changes/change-log.ts'
import type { Transaction } from './index.ts'
import { refusalOf } from './savepoint.ts'

let opened: Awaited<ReturnType<typeof openTestApp>>
let id: HouseholdId
beforeAll(async () => {
  opened = await openTestApp({}, undefined, false)
  id = (await opened.testApp.household(await createPerson(opened.testApp))).id as HouseholdId
})
afterAll(() => opened.close())

const changed = eventType('savepoint.tested', z.object({}))
const rename = (tx: Transaction, name: string) => tx.rows('update households set name = ? where id = ?', [name, id])
const nameOf = async () => (await asOwner<{ name: string }>(opened.testApp.server.database, 'select name from households'))[0]?.name
const write = (work: (tx: Transaction) => Promise<void>) => opened.testApp.server.database.write(id, 'test', work)

it('undoes only the part that was refused', async () => {
  await write(async (tx) => {
    await rename(tx, 'One')
    const refusal = await refusalOf(tx, async () => {
      await rename(tx, 'Two')
      throw conflict('not_now', 'Not now.')
    })
    expect(refusal?.code).toBe('not_now')
    const [row] = await tx.rows<{ name: string }>('select name from households where id = ?', [id])
    expect(row?.name).toBe('One')
  })
  expect(await nameOf()).toBe('One')
  await write(async (tx) => expect(await refusalOf(tx, async () => void (await rename(tx, 'Three')))).toBeNull())
  expect(await nameOf()).toBe('Three')
})

it('announces nothing that was refused', async () => {
  const { database } = opened.testApp.server
  const [seqs, texts]: [number[], string[]] = [[], []]
  database.onChanges((_, seq) => void seqs.push(seq))
  database.onMessage('savepoint', (text) => void texts.push(text))
  const seqOf = async () => (await asOwner<{ seq: number }>(database, 'select seq from households'))[0]?.seq ?? 0
  const before = await seqOf()
  const change = async (tx: Transaction, what: string) => {
    await recordChange(tx, { householdId: id, userId: null, now: new Date() }, changed, {})
    tx.publish('savepoint', what)
  }
  await write(async (tx) => {
    await change(tx, 'first')
    await refusalOf(tx, async () => {
      await change(tx, 'refused')
      throw conflict('not_now', 'Not now.')
    })
    expect(tx.recorded.get(id)).toBe(before + 1)
  })
  await write(async (tx) => void (await refusalOf(tx, () => change(tx, 'second'))))
  await write(async (tx) => {
    await refusalOf(tx, async () => {
      await change(tx, 'refused')
      throw conflict('not_now', 'Not now.')
    })
    tx.publish('savepoint', 'last')
  })
  await expect.poll(() => texts).toEqual(['first', 'second', 'last'])
  await expect.poll(() => seqs).toEqual([before + 1, before + 2])
  expect(await seqOf()).toBe(before + 2)
})

it('keeps nothing after another error', async () => {
  const work = (tx: Transaction) =>
    refusalOf(tx, async () => {
      await rename(tx, 'Four')
      throw new Error('broken')
    })
  await expect(write(async (tx) => void (await work(tx)))).rejects.toThrow('broken')
  expect(await nameOf()).toBe('Three')
})
