import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getMe } from '#domains/account/contract/index.ts'
import { putAvatar } from '#domains/account/contract/profile.ts'
import { addAvatar } from '#tests/support/data/personal-data.ts'
import { createAppWithContext, portOf } from '#tests/support/server/http-app.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { openUploads, type UploadLimits } from './uploads.ts'

const testApp = useTestApp()
let ana: Person
let kept: string | null
beforeAll(async () => {
  ana = await testApp().person('Ana')
  await addAvatar(testApp(), ana)
  kept = await avatar()
  expect(kept).toContain('/api/avatars/')
})

const mebibyte = Buffer.alloc(1024 * 1024, 7)
const partHead = Buffer.from('--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n')
const partEnd = Buffer.from('\r\n--b--\r\n')

interface Sending {
  readonly socket: Socket
  /** Returns everything received so far. */
  received(): string
  /** Returns false once the server reads no more. */
  send(bytes: Buffer): Promise<boolean>
}

const begin = (...length: string[]): Promise<Sending> => beginAt(testApp().server.app, ana, ...length)

async function beginAt(app: FastifyInstance, { token }: Person, ...length: string[]): Promise<Sending> {
  const head = [`${putAvatar.method} ${putAvatar.path} HTTP/1.1`, 'host: larder', `authorization: Bearer ${token}`]
  const socket = connect({ port: await portOf(app), host: '127.0.0.1' })
  let [text, isOver] = ['', false]
  socket.on('data', (data) => (text += String(data))).on('error', () => {})
  for (const event of ['end', 'close']) socket.once(event, () => (isOver = true))
  socket.write(`${[...head, 'content-type: multipart/form-data; boundary=b', ...length].join('\r\n')}\r\n\r\n`)
  return {
    socket,
    received: () => text,
    async send(bytes) {
      if (!isOver && !socket.write(bytes)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), pause(2000)])
      return !isOver && text === ''
    },
  }
}
const chunk = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
const avatar = async () => (await ana.must(getMe)).avatar

describe('I-25: a picture that is larger or shorter than declared', () => {
  it('is refused while it arrives, without a declared length', async () => {
    const { socket, received, send } = await begin('transfer-encoding: chunked')
    await send(chunk(partHead))
    let sent = 0
    while (sent < 200 && (await send(chunk(mebibyte)))) sent++
    await expect.poll(received).toContain('image_too_large')
    expect(statusesIn(received())).toEqual([413])
    // Ten were read; the rest was in network buffers.
    expect(sent).toBeLessThan(60)
    socket.destroy()
    expect(await avatar()).toBe(kept)
  })

  it('is refused while it arrives, with a declared length of 200 MB', async () => {
    const { socket, received, send } = await begin(`content-length: ${200 * mebibyte.length}`)
    await send(partHead)
    let sent = 0
    while (sent < 190 && (await send(mebibyte))) sent++
    await expect.poll(received).toContain('image_too_large')
    expect(sent).toBeLessThan(60)
    socket.destroy()
    expect(await avatar()).toBe(kept)
  })

  it('is cut at its declared length, and the rest isn’t read as a request', async () => {
    const { socket, received, send } = await begin(`content-length: ${partHead.length + 1000}`)
    await send(Buffer.concat([partHead, mebibyte.subarray(0, 5000), partEnd]))
    await expect.poll(() => socket.readableEnded || socket.destroyed).toBe(true)
    expect(new Set(statusesIn(received()))).toEqual(new Set([400]))
    expect(await avatar()).toBe(kept)
  })

  it('changes nothing if the connection closes before it is complete', async () => {
    const picture = Buffer.concat([partHead, mebibyte.subarray(0, 5000), partEnd])
    const { socket, send } = await begin(`content-length: ${picture.length + 1000}`)
    await send(picture)
    await pause(100)
    socket.end()
    await expect.poll(() => socket.destroyed).toBe(true)
    expect(await avatar()).toBe(kept)
  })
})

describe('concurrent uploads', () => {
  const open: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of open.splice(0).toReversed()) await close()
  })
  let startedCount = 0
  const poll = { timeout: 20_000 }
  const declared = 5 * mebibyte.length
  const answersTo = (app: FastifyInstance, person: Person) => async () => {
    const { token } = person
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' }
    const payload = Buffer.concat([partHead, Buffer.alloc(5000, 7), partEnd])
    const answer = await app.inject({ method: putAvatar.method, url: putAvatar.path, headers, payload })
    return [answer.json().code, answer.headers['retry-after']]
  }
  async function siteWith(limits: Partial<UploadLimits>): Promise<FastifyInstance> {
    const folder = join(testApp().config.dataDir, 'uploads')
    const uploads = openUploads(folder, { maxConcurrentPerPerson: 2, maxBytes: 1024 ** 3, ...limits })
    const receive: typeof uploads.receive = async (...request) => {
      startedCount += 1
      return uploads.receive(...request)
    }
    const app = await createAppWithContext(testApp(), { uploads: { receive } })
    open.push(() => app.close())
    return app
  }
  async function stalled(app: FastifyInstance, person: Person): Promise<Sending> {
    const before = startedCount
    const upload = await beginAt(app, person, `content-length: ${declared}`)
    open.push(() => upload.socket.destroy())
    await upload.send(Buffer.concat([partHead, mebibyte]))
    // Counted before the next one starts.
    await expect.poll(() => startedCount, poll).toBeGreaterThan(before)
    return upload
  }
  // The result of a complete upload that isn't a picture.
  const read = ['image_type', undefined]

  it('are limited to two per person, without affecting others', async () => {
    const app = await siteWith({})
    const third = answersTo(app, ana)
    const [first] = [await stalled(app, ana), await stalled(app, ana)]
    expect(await third()).toEqual(['too_many_uploads', '5'])
    expect(await answersTo(app, await testApp().person('Ben'))()).toEqual(read)
    first.socket.destroy()
    await expect.poll(third, poll).toEqual(read)
  })

  it('share a byte limit, which is reserved before reading and released at the end', async () => {
    const app = await siteWith({ maxBytes: declared + 1000 })
    const ben = answersTo(app, await testApp().person('Ben'))
    const first = await stalled(app, ana)
    expect(await ben()).toEqual(['uploads_full', '60'])
    // The second half is reserved for people without an upload in progress.
    expect(await answersTo(app, ana)()).toEqual(['too_many_uploads', '5'])
    first.socket.destroy()
    await expect.poll(ben, poll).toEqual(read)
  })

  it('twin: are all accepted without the limits', async () => {
    const app = await siteWith({ maxConcurrentPerPerson: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY })
    for (let i = 0; i < 3; i++) await stalled(app, ana)
    expect(await answersTo(app, ana)()).toEqual(read)
  })
})
