import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { putAvatar } from '#domains/account/contract/profile.ts'
import { previewFile } from '#domains/imports/contract.ts'
import { listLots } from '#domains/inventory/contract.ts'
import { uploadLimits } from '#platform/server/endpoints/uploads.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { formOf, picture } from '#tests/support/server/requests.ts'
import type { RunningServer } from '#tests/support/server/server-processes.ts'
import { engine, newStore, type Store } from '#tests/support/server/server-processes.ts'
import { type StalledUpload, startStalledUpload } from './support/stalled-upload.ts'

// The full requirement is 20 accounts with 10 uploads of 31 MB each.
const accounts = Number(process.env['LARDER_STALLED_ACCOUNTS'] ?? 4)
const uploadsOfEach = Number(process.env['LARDER_STALLED_UPLOADS'] ?? 6)
const bytes = Number(process.env['LARDER_STALLED_MB'] ?? 20) * 1024 * 1024
const isLinux = process.platform === 'linux'

let store: Store | undefined
let server: RunningServer | undefined
let measuring: NodeJS.Timeout | undefined
const stalled: StalledUpload[] = []
afterEach(async () => {
  clearInterval(measuring)
  for (const upload of stalled.splice(0)) upload.abort()
  await server?.stop()
  await store?.remove()
  store = server = undefined
})

const residentMb = ({ pid }: RunningServer) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Returns the number of upload files that the server holds open. */
function openUploadCount({ pid }: RunningServer): number {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(join(folder, name)).includes('/uploads/')
    } catch {
      return false
    }
  }).length
}

async function newPerson({ url }: RunningServer): Promise<HttpPerson> {
  const person = await signUp(url)
  await shareHousehold(person)
  return person
}

async function send(
  person: HttpPerson,
  { method, path }: typeof putAvatar | typeof previewFile,
  field: string,
  content: Buffer,
): Promise<number> {
  const { headers, payload } = formOf(field, content)
  const answer = await fetch(`${person.url}${path}`, {
    method,
    headers: { ...person.headers(), ...headers },
    body: new Uint8Array(payload),
  })
  await answer.arrayBuffer()
  return answer.status
}

const stall = (person: HttpPerson) => {
  const upload = startStalledUpload(previewFile, 'file', person, bytes)
  stalled.push(upload)
  return upload
}
const refusals = () => stalled.filter((upload) => upload.received().includes('too_many_uploads'))
const table = Buffer.from('name,quantity\nFlour,2\n')

it('F-23 unfinished uploads use no memory, are limited to two per person, don’t block others, and leave nothing', async () => {
  store = await newStore()
  const running = await store.start()
  server = running
  const people = await Promise.all(Array.from({ length: accounts }, () => newPerson(running)))
  const other = await newPerson(running)
  // Memory that a busy server uses anyway doesn't count.
  await Promise.all(Array.from({ length: 200 }, (_, i) => (people[i % accounts] as HttpPerson).must(listLots)))
  for (const person of [other, ...people]) {
    expect(await send(person, putAvatar, 'image', picture)).toBe(200)
    expect(await send(person, putAvatar, 'image', Buffer.alloc(4 * 1024 * 1024))).toBe(415)
  }

  const before = isLinux ? residentMb(running) : 0
  let peak = before
  measuring = setInterval(() => (peak = Math.max(peak, isLinux ? residentMb(running) : 0)), 20)
  for (const person of people) for (let i = 0; i < uploadsOfEach; i++) stall(person)
  await Promise.all(stalled.map(({ sent }) => sent))
  const mayStay = accounts * uploadLimits.maxConcurrentPerPerson
  await expect.poll(() => refusals().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(stalled.length - mayStay)
  expect(refusals().every((upload) => /HTTP\/1\.1 429.*retry-after: \d/is.test(upload.received()))).toBe(true)

  expect((await other.call(listLots)).status).toBe(200)
  expect((await fetch(`${running.url}/api/health`)).status).toBe(200)
  expect(await send(other, putAvatar, 'image', picture)).toBe(200)
  await pause(500)
  clearInterval(measuring)
  const accepted = stalled.length - refusals().length
  expect(accepted).toBeGreaterThanOrEqual(accounts)
  if (isLinux) {
    console.log(
      `${engine}: ${stalled.length} stalled uploads of ${accounts} accounts, ${bytes / 1024 ** 2} MB each: resident ${before.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB, ${accepted} held`,
    )
    expect(peak - before).toBeLessThan(64)
    expect(openUploadCount(running)).toBe(accepted)
  }
  // Even a killed server leaves none: the files are unlinked.
  expect(readdirSync(join(running.dataFolder, 'uploads'))).toEqual([])

  for (const upload of stalled.splice(0)) upload.abort()
  if (isLinux) await expect.poll(() => openUploadCount(running), { timeout: 20_000 }).toBe(0)
  for (const person of people) await expect.poll(() => send(person, previewFile, 'file', table), { timeout: 20_000 }).toBe(201)
})

it('F-23 leaves no file of an upload behind when the server is killed', async () => {
  store = await newStore()
  server = await store.start()
  const person = await newPerson(server)
  await Promise.all([stall(person).sent, stall(person).sent])
  await server.kill()
  expect(readdirSync(join(server.dataFolder, 'uploads'))).toEqual([])
})
