import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyBackup } from '#platform/server/backup/create-and-restore.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { getServerOverview, listAccounts, startBackup } from '../contract.ts'
import { scheduledJobs } from '../rules/scheduled-jobs.ts'

const token = 'a-token-of-a-machine-that-watches'
const testApp = useTestApp({
  LARDER_ADMINS: 'olga@kitchen.example',
  LARDER_BACKUP_KEEP: '2',
  LARDER_METRICS_TOKEN: token,
  LARDER_SIGNUP: 'open',
})

let olga: Person
beforeAll(async () => {
  ;[olga] = (await createPeople(testApp(), 1, 'Olga')) as [Person]
  const { identity } = testApp().server.database
  const users = identity.withTables<{ users: { id: string; email: string } }>()
  await users.updateTable('users').set({ email: 'olga@kitchen.example' }).where('id', '=', olga.userId).execute()
})
const backupsAfter = async () => {
  await expect.poll(async () => (await olga.must(getServerOverview)).backups.isRunning, { timeout: 20_000 }).toBe(false)
  return (await olga.must(getServerOverview)).backups
}
const folder = () => join(testApp().config.dataDir, 'backups')

describe('a server admin', () => {
  it('sees the version, the sign-up mode and the jobs’ last runs', async () => {
    const before = await olga.must(getServerOverview)
    expect(before).toMatchObject({
      engine: testApp().server.database.engine,
      signUp: 'open',
      sendsMail: false,
      accounts: 1,
      isSignUpFixed: true,
    })
    expect(before.version).toMatch(/^\d+\.\d+\.\d+/)
    const answers = () => olga.must(getServerOverview).then(({ jobs }) => jobs.find(({ name }) => name === 'stored responses'))
    const now = new Date(Date.now() + 3 * 86_400_000)
    await testApp().server.jobs.catchUp(now)
    expect(await answers()).toEqual({ name: 'stored responses', everyHours: 24, ranAt: now.toISOString() })

    // automatic backups are off here
    expect(['backup', ...before.jobs.map(({ name }) => name)].toSorted()).toEqual(scheduledJobs.toSorted())

    const people = await createPeople(testApp(), 5, 'Ämilia', '100%_sure')
    const first = await olga.call(listAccounts, { query: { limit: 4 } })
    expect(first.body).toHaveLength(4)
    const rest = await olga.must(listAccounts, { query: { limit: 4, cursor: String(first.headers['x-next-cursor']) } })
    expect(new Set([...first.body, ...rest].map(({ id }) => id))).toEqual(new Set([olga.userId, ...people.map(({ userId }) => userId)]))
    expect(rest.find(({ id }) => id === olga.userId)).toMatchObject({ isAdministrator: true, email: 'olga@kitchen.example' })
    expect(await olga.must(listAccounts, { query: { search: '%_SURE' } })).toHaveLength(5)
    expect(await olga.must(listAccounts, { query: { search: 'olga' } })).toHaveLength(1)
    expect(await olga.must(listAccounts, { query: { search: 'no such user' } })).toEqual([])
    expect(await olga.call(listAccounts, { query: { cursor: 'bm90aGluZw' } })).toMatchObject({
      status: 422,
      body: { code: 'cursor_invalid' },
    })
  })

  it('B-1: creates a verified backup, and only the latest are kept', async () => {
    const seen: string[] = []
    for (let turn = 0; turn < 3; turn++) {
      expect(await olga.must(startBackup)).toEqual({ isRunning: true })
      // A concurrent request returns the same backup.
      expect(await olga.must(startBackup)).toEqual({ isRunning: true })
      const backups = await backupsAfter()
      expect(backups).toMatchObject({ keep: 2, isLocked: false, problem: null })
      expect(backups.files).toHaveLength(Math.min(turn + 1, 2))
      seen.push(backups.files[0]?.name ?? '')
    }
    expect(new Set(seen).size).toBe(3)
    expect(readdirSync(folder()).toSorted()).toEqual(seen.slice(1))
    expect((await verifyBackup(join(folder(), seen[2] ?? ''), null)).counts.find(({ name }) => name === 'users')?.rows).toBeGreaterThan(0)
  })

  it('I-12: can’t send unknown fields', async () => {
    for (const body of [{ role: 'OWNER' }, [1], 'x', 5])
      expect(await olga.call(startBackup, { body: body as never })).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
    expect((await olga.must(getServerOverview)).backups.isRunning).toBe(false)
  })

  it('sees why a backup failed', async () => {
    rmSync(folder(), { recursive: true, force: true })
    writeFileSync(folder(), 'in the way')
    await olga.must(startBackup)
    expect(await backupsAfter()).toMatchObject({ problem: expect.stringMatching(/EEXIST|ENOTDIR/), files: [] })
    rmSync(folder())
    await olga.must(startBackup)
    expect(await backupsAfter()).toMatchObject({ problem: null, files: [{ madeAt: expect.stringMatching(/^\d{4}-/) }] })
  })
})

describe('metrics', () => {
  const ask = (headers: Record<string, string>) => testApp().inject({ method: 'GET', url: '/metrics', headers })

  it('require the token and name no household', async () => {
    const [ana] = await createPeople(testApp(), 1)
    await testApp().household(ana as NonNullable<typeof ana>)
    await testApp().inject({ method: 'GET', url: `/api/inventory/${ana?.userId}` })
    const { status, text } = await ask({ authorization: `Bearer ${token}` })
    expect(status).toBe(200)
    expect(text).toContain('larder_info{version="')
    expect(text).toMatch(/larder_http_request_duration_seconds_count\{method="GET",route="\/api\/inventory\/:id",status="401"\} 1/)
    expect(text).not.toContain(ana?.userId)
    expect(text).not.toContain(ana?.home)
  })

  it('are hidden from everyone else', async () => {
    for (const headers of [{}, { authorization: 'Bearer of something else' }, { authorization: `Basic ${token}` }]) {
      const { status, text } = await ask(headers as Record<string, string>)
      expect(status).toBe(404)
      expect(text).not.toContain('larder_')
    }
  })
})
