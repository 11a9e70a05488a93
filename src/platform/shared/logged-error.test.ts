import type { FastifyBaseLogger } from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { newcomer } from '#tests/support/data/people.ts'
import { someIngredient, useTestApp } from '#tests/support/server/test-app.ts'
import { createHttp } from '../server/http/server.ts'
import { loggedError, reasonOf } from './logged-error.ts'

const testApp = useTestApp()

const secret = 'Mira Okonkwo'
const mail = 'mira@kitchen.example'

/** What the log holds of a request that ends in what `work` throws. */
async function loggedOf(work: (log: FastifyBaseLogger) => Promise<unknown>): Promise<{ err: Record<string, unknown>; text: string }> {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const http = await createHttp({ logLevel: 'warn', publicUrl: null, tls: null, webFolder: null, uploadBytes: 1, logTo })
  http.get('/api/broken', (request) => work(request.log))
  const { statusCode } = await http.inject({ method: 'GET', url: '/api/broken' })
  expect(statusCode).toBe(500)
  await http.close()
  const [line = '{}'] = lines
  return { err: (JSON.parse(line) as { err: Record<string, unknown> }).err, text: lines.join('') }
}

/** A row that the table refuses, with somebody's words in it. */
async function refusedRow(): Promise<never> {
  const owner = await newcomer(testApp())
  const { id } = await testApp().household(owner)
  await someIngredient(owner)
  return testApp().server.database.write(id as HouseholdId, 'test', async (tx) => {
    await tx.rows('update ingredients set name = ?, name_key = ?, default_storage = ? where household_id = ?', [secret, mail, 'CELLAR', id])
    throw new Error('the row was taken')
  })
}

it('of a row that the database refuses names the constraint, and nothing that stood in the row', async () => {
  const { err, text } = await loggedOf(async () => {
    await refusedRow().catch((cause: unknown) => Promise.reject(new Error('a food was not kept', { cause })))
  })
  expect(text).not.toContain(secret)
  expect(text).not.toContain(mail)
  expect(err).toMatchObject({ type: 'Error', message: 'a food was not kept' })
  expect(err['stack']).toContain('logged-error.test.ts')
  const { cause } = err as { cause: Record<string, unknown> }
  expect(cause['stack']).toContain('    at ')
  if (testApp().server.database.engine === 'postgres')
    expect(cause).toMatchObject({ code: '23514', table: 'ingredients', severity: 'ERROR' })
  else expect(cause).toMatchObject({ errcode: 275 })
})

it('of a value that has no such form keeps the kind, not the value', async () => {
  const { database } = testApp().server
  const { text } = await loggedOf(async () => {
    if (database.engine === 'sqlite') JSON.parse(`${secret} "${mail}"`)
    await database.read({ crossHousehold: 'jobs' }, (q) => q.rows(`select cast(? as integer)`, [`${secret} "${mail}" lives\n    at home`]))
  })
  expect(text).not.toContain(secret)
  expect(text).not.toContain('mira')
  expect(text).not.toContain('home')
  if (database.engine === 'postgres') expect(text).toContain('22P02')
})

it('also where the message of an error is the whole line', async () => {
  const { text } = await loggedOf(async (log) => {
    log.error(new Error(`nobody is called ${mail}`))
    log.error({ err: new Error(`nobody is called ${mail}`) })
    throw new Error('a bug')
  })
  expect(text).toContain('nobody is called …')
  expect(text).not.toContain(mail)
})

it('of what had another form than was agreed keeps what is wrong, not the words', () => {
  const { error } = z.strictObject({ name: z.string() }).safeParse({ name: 1, [secret]: 2 })
  expect(reasonOf(error)).toBe('not as it should be: invalid_type, unrecognized_keys')
  expect(JSON.stringify(loggedError(error))).not.toContain(secret)
})

it('keeps the causes, of several too, and ends where they go in a circle', () => {
  const first = new Error('first')
  const second = new AggregateError([Object.assign(new Error('refused'), { code: 'ECONNREFUSED', address: secret })], 'all failed', {
    cause: first,
  })
  first.cause = second
  expect(loggedError(second)).toMatchObject({ type: 'AggregateError', errors: [{ code: 'ECONNREFUSED' }], cause: { message: 'first' } })
  expect(JSON.stringify(loggedError(second))).not.toContain(secret)
  expect(reasonOf(new Error('outer', { cause: new Error('inner') }))).toBe('outer: inner')
})
