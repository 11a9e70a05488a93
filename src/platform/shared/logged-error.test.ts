import type { FastifyBaseLogger } from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { addSomeLot, useTestApp } from '#tests/support/server/test-app.ts'
import { createHttpServer } from '../server/http/server.ts'
import { loggedError, reasonOf } from './logged-error.ts'

const testApp = useTestApp()

const secret = 'Mira Okonkwo'
const mail = 'mira@kitchen.example'

/** Returns what is logged for a request whose handler runs `work`. */
async function loggedOf(work: (log: FastifyBaseLogger) => Promise<unknown>): Promise<{ err: Record<string, unknown>; text: string }> {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const http = await createHttpServer({ logLevel: 'warn', publicUrl: null, tls: null, webFolder: null, uploadBytes: 1, logTo })
  http.get('/api/broken', (request) => work(request.log))
  const { statusCode } = await http.inject({ method: 'GET', url: '/api/broken' })
  expect(statusCode).toBe(500)
  await http.close()
  const [line = '{}'] = lines
  return { err: (JSON.parse(line) as { err: Record<string, unknown> }).err, text: lines.join('') }
}

/** Violates a table's constraint with personal data in the row. */
async function violateConstraint(): Promise<never> {
  const owner = await createPerson(testApp())
  const { id } = await testApp().household(owner)
  await addSomeLot(owner)
  return testApp().server.database.write(id as HouseholdId, 'test', async (tx) => {
    await tx.rows('update ingredients set name = ?, name_key = ?, default_storage = ? where household_id = ?', [secret, mail, 'CELLAR', id])
    throw new Error('the row was accepted')
  })
}

it('logs the constraint that a row violates, and nothing of the row', async () => {
  const { err, text } = await loggedOf(async () => {
    await violateConstraint().catch((cause: unknown) => Promise.reject(new Error('an ingredient was not saved', { cause })))
  })
  expect(text).not.toContain(secret)
  expect(text).not.toContain(mail)
  expect(err).toMatchObject({ type: 'Error', message: 'an ingredient was not saved' })
  expect(err['stack']).toContain('logged-error.test.ts')
  const { cause } = err as { cause: Record<string, unknown> }
  expect(cause['stack']).toContain('    at ')
  if (testApp().server.database.engine === 'postgres')
    expect(cause).toMatchObject({ code: '23514', table: 'ingredients', severity: 'ERROR' })
  else expect(cause).toMatchObject({ errcode: 275 })
})

it('logs the kind of an invalid value, not the value', async () => {
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

it('removes addresses if the error is the whole line', async () => {
  const { text } = await loggedOf(async (log) => {
    log.error(new Error(`unknown user ${mail}`))
    log.error({ err: new Error(`unknown user ${mail}`) })
    throw new Error('a bug')
  })
  expect(text).toContain('unknown user …')
  expect(text).not.toContain(mail)
})

it('logs the codes of invalid input, not its text', () => {
  const { error } = z.strictObject({ name: z.string() }).safeParse({ name: 1, [secret]: 2 })
  expect(reasonOf(error)).toBe('not as it should be: invalid_type, unrecognized_keys')
  expect(JSON.stringify(loggedError(error))).not.toContain(secret)
})

it('logs causes, also of aggregate errors, and stops at cycles', () => {
  const first = new Error('first')
  const second = new AggregateError([Object.assign(new Error('refused'), { code: 'ECONNREFUSED', address: secret })], 'all failed', {
    cause: first,
  })
  first.cause = second
  expect(loggedError(second)).toMatchObject({ type: 'AggregateError', errors: [{ code: 'ECONNREFUSED' }], cause: { message: 'first' } })
  expect(JSON.stringify(loggedError(second))).not.toContain(secret)
  expect(reasonOf(new Error('outer', { cause: new Error('inner') }))).toBe('outer: inner')
})
