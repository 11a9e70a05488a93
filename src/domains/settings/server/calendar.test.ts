import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCalendarLink, getCalendarLink, removeCalendarLink } from '#domains/households/contract/access-tokens.ts'
import { changeHousehold, removeMember } from '#domains/households/contract/index.ts'
import { removeLot } from '#domains/inventory/contract.ts'
import { addRecipe, putMealPlan, removePlanEntry } from '#domains/recipes/contract/index.ts'
import { createHttpServer } from '#platform/server/http/server.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { formatCalendar } from './use-cases/calendar-feed.ts'

const testApp = useTestApp()
let ana: Person
let ben: Person
const today = new Date().toISOString().slice(0, 10)
const compact = (day: string) => day.replaceAll('-', '')
beforeAll(async () => {
  ;[ana, ben] = [await testApp().person('Ana'), await testApp().person('Ben')]
  await testApp().household(ana, ben)
})
const linkOf = async (person: Person) => (await person.must(createCalendarLink, { params: { id: person.home ?? '' } })).path
const open = (path: string, headers: Record<string, string> = {}) => testApp().server.app.inject({ method: 'GET', url: path, headers })
/** Returns the lines, unfolded. */
const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, '').split('\r\n')

describe('the calendar of expiry dates', () => {
  it('has one all-day event per lot on its date, with name and storage location', async () => {
    const milk = await addSomeLot(ana, {
      ingredient: { name: 'Milk, whole; 3.5 %' },
      expirationDate: addDays(today, 3),
      dateKind: 'best_before',
      location: 'Fridge',
    })
    await addSomeLot(ana, { ingredient: { name: 'Salt' }, quantity: 1, unit: 'kg' })
    const path = await linkOf(ana)
    const answer = await open(path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    const lines = linesOf(answer.body)
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
    for (const line of [
      `UID:${milk.id}@larder`,
      `DTSTART;VALUE=DATE:${compact(addDays(today, 3))}`,
      `DTEND;VALUE=DATE:${compact(addDays(today, 4))}`,
      'SUMMARY:Milk\\, whole\\; 3.5 %: best before today',
      'LOCATION:Fridge',
      'TRANSP:TRANSPARENT',
      'X-WR-CALNAME:Test kitchen: use soon',
    ])
      expect(lines).toContain(line)
    expect(answer.body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    await ana.must(removeLot, { params: { id: milk.id } })
    expect((await open(path)).body).not.toContain('VEVENT')
  })

  it('shows planned meals instead, if asked for', async () => {
    const { id: recipeId } = await ana.must(addRecipe, { body: { name: 'Leek soup', servings: 2, ingredients: ['3 leeks'] } })
    const entries = [{ date: addDays(today, 1), recipeId, servings: 3, meal: 'snack' as const }]
    const [meal] = await ana.must(putMealPlan, { body: { entries } })
    const path = await linkOf(ana)
    const answer = await open(`${path}&show=meals`)
    const lines = linesOf(answer.body)
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
    for (const line of [
      `UID:${meal?.id}@larder`,
      `DTSTART;VALUE=DATE:${compact(addDays(today, 1))}`,
      'SUMMARY:Snack: Leek soup',
      'DESCRIPTION:3 servings',
      'X-WR-CALNAME:Test kitchen: meals',
    ])
      expect(lines).toContain(line)
    expect((await open(path)).body).not.toContain('Leek soup')
    await ana.must(removePlanEntry, { params: { id: meal?.id ?? '' } })
    expect((await open(`${path}&show=meals`)).body).not.toContain('VEVENT')
    expect((await open(`${path}&show=everything`)).statusCode).toBe(422)
  })

  it('returns 304 if unchanged', async () => {
    const path = await linkOf(ana)
    const { etag } = (await open(path)).headers
    expect((await open(path, { 'if-none-match': String(etag) })).statusCode).toBe(304)
    await addSomeLot(ana, { ingredient: { name: 'Cream' }, expirationDate: addDays(today, 1) })
    expect((await open(path, { 'if-none-match': String(etag) })).statusCode).toBe(200)
  })

  it('ends with a new link, when switched off and with the membership, and reveals nothing to a guess', async () => {
    const first = await linkOf(ben)
    const second = await linkOf(ben)
    expect([(await open(first)).statusCode, (await open(second)).statusCode]).toEqual([404, 200])
    await ben.must(removeCalendarLink, { params: { id: ben.home ?? '' } })
    expect((await open(second)).statusCode).toBe(404)
    expect(await ben.must(getCalendarLink, { params: { id: ben.home ?? '' } })).toMatchObject({ isOn: false })
    const third = await linkOf(ben)
    await ana.must(removeMember, { params: { id: ana.home ?? '', userId: ben.userId } })
    const gone = await open(third)
    const guess = await open(`/api/calendar.ics?key=${'A'.repeat(43)}`)
    expect([gone.statusCode, gone.body]).toEqual([guess.statusCode, guess.body])
    for (const odd of ['', '%00', "' or 1=1", 'x'.repeat(200)])
      expect((await open(`/api/calendar.ics?key=${encodeURIComponent(odd)}`)).statusCode).toBe(404)
  })

  it('has a secret that grants nothing else, is stored as a hash and appears in no log', async () => {
    const path = await linkOf(ana)
    const secret = path.split('key=')[1] ?? ''
    for (const token of [secret, `larder_${secret}`])
      expect(
        (
          await testApp().inject({
            method: 'GET',
            url: '/api/inventory',
            headers: { authorization: `Bearer ${token}`, 'x-household-id': ana.home ?? '' },
          })
        ).status,
      ).toBe(401)
    for (const table of ['access_keys', 'changes', 'answers'])
      expect(JSON.stringify(await asOwner(testApp().server.database, `select * from ${table}`))).not.toContain(secret)
    const logged: string[] = []
    const logTo = { write: (line: string) => void logged.push(line) }
    const app = await createHttpServer({ logLevel: 'trace', publicUrl: null, tls: null, webFolder: null, uploadBytes: 1, logTo })
    app.get('/api/calendar.ics', async () => {
      throw new Error('a bug')
    })
    await app.inject({ method: 'GET', url: path })
    await app.inject({ method: 'GET', url: path.replace('calendar', 'nothing') })
    await app.close()
    expect(logged.join('')).toContain('/api/calendar.ics')
    expect(logged.join('')).not.toContain(secret)
  })

  // A day of a clock change in Europe.
  const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'].concat([
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Asia/Kolkata',
    'Africa/Casablanca',
    'America/Santiago',
  ])
  it('F-11: shows the same day in every time zone of the server', () => {
    const script = `
      const { formatCalendar } = await import('./src/domains/settings/server/use-cases/calendar-feed.ts')
      const lot = { id: 'x', ingredient: { name: 'Milk' }, quantity: 1, unit: 'l', location: '', dateKind: 'use_by', effectiveExpiration: '2026-03-29', expirationReason: null, updatedAt: '2026-01-01T00:00:00.000Z' }
      for (const zone of ${JSON.stringify(zones)}) {
        process.env.TZ = zone
        console.log(new Date(0).getTimezoneOffset(), formatCalendar('x', [lot]).match(/DTSTART[^\\r]*/)[0])
      }`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).trim().split('\n')
    expect(new Set(output.map((line) => line.split(' ')[0])).size).toBeGreaterThan(8)
    expect(output.map((line) => line.split(' ')[1])).toEqual(zones.map(() => 'DTSTART;VALUE=DATE:20260329'))
  })

  it('includes a month back and two years ahead of the household’s date', async () => {
    const cleo = await testApp().person('Cleo')
    await testApp().household(cleo)
    await cleo.must(changeHousehold, { params: { id: cleo.home ?? '' }, body: { timeZone: 'Pacific/Kiritimati' } })
    for (const days of [-40, -20, 20, 800])
      await addSomeLot(cleo, { ingredient: { name: `Food ${days + 100}` }, expirationDate: addDays(today, days) })
    const { body } = await open(await linkOf(cleo))
    expect([60, 80, 120, 900].map((n) => body.includes(`Food ${n}:`))).toEqual([false, true, true, false])
  })

  it('has no event for lots without a date', () => {
    expect(formatCalendar('x', [])).not.toContain('VEVENT')
  })
})
