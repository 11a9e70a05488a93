import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { putAvatar } from '#domains/account/contract/profile.ts'
import { getMe } from '#domains/account/contract.ts'
import { type Person, useKitchen } from '#tests/support/kitchen.ts'
import { newPicture } from '#tests/support/own-things.ts'
import { portOf } from '#tests/support/sites.ts'

const kitchen = useKitchen()
let ana: Person
let kept: string | null
beforeAll(async () => {
  ana = await kitchen().person('Ana')
  await newPicture(kitchen(), ana)
  kept = await avatar()
  expect(kept).toContain('/api/avatars/')
})

const mebibyte = Buffer.alloc(1024 * 1024, 7)
const partHead = Buffer.from('--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n')
const partEnd = Buffer.from('\r\n--b--\r\n')

interface Sending {
  readonly socket: Socket
  /** Everything heard so far. */
  heard(): string
  /** False once the other side takes no more. */
  send(bytes: Buffer): Promise<boolean>
}

async function begin(...length: string[]): Promise<Sending> {
  const head = [`${putAvatar.method} ${putAvatar.path} HTTP/1.1`, 'host: larder', `authorization: Bearer ${ana.token}`]
  const socket = connect({ port: await portOf(kitchen().larder.app), host: '127.0.0.1' })
  let [text, isOver] = ['', false]
  socket.on('data', (data) => (text += String(data))).on('error', () => {})
  for (const event of ['end', 'close']) socket.once(event, () => (isOver = true))
  socket.write(`${[...head, 'content-type: multipart/form-data; boundary=b', ...length].join('\r\n')}\r\n\r\n`)
  return {
    socket,
    heard: () => text,
    async send(bytes) {
      if (!isOver && !socket.write(bytes)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), pause(2000)])
      return !isOver && text === ''
    },
  }
}
const chunk = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
const avatar = async () => (await ana.must(getMe)).avatar

describe('I-25: a picture that is larger or shorter than it says', () => {
  it('without any length is refused as it comes, long before its end', async () => {
    const { socket, heard, send } = await begin('transfer-encoding: chunked')
    await send(chunk(partHead))
    let sent = 0
    while (sent < 200 && (await send(chunk(mebibyte)))) sent++
    await expect.poll(heard).toContain('image_too_large')
    expect(statusesIn(heard())).toEqual([413])
    // Ten were read, and some more stood in the pipes between.
    expect(sent).toBeLessThan(60)
    socket.destroy()
    expect(await avatar()).toBe(kept)
  })

  it('with a length of 200 MB is refused as it comes', async () => {
    const { socket, heard, send } = await begin(`content-length: ${200 * mebibyte.length}`)
    await send(partHead)
    let sent = 0
    while (sent < 190 && (await send(mebibyte))) sent++
    await expect.poll(heard).toContain('image_too_large')
    expect(sent).toBeLessThan(60)
    socket.destroy()
    expect(await avatar()).toBe(kept)
  })

  it('of which more comes than was said is cut there, and the rest is no request', async () => {
    const { socket, heard, send } = await begin(`content-length: ${partHead.length + 1000}`)
    await send(Buffer.concat([partHead, mebibyte.subarray(0, 5000), partEnd]))
    await expect.poll(() => socket.readableEnded || socket.destroyed).toBe(true)
    expect(new Set(statusesIn(heard()))).toEqual(new Set([400]))
    expect(await avatar()).toBe(kept)
  })

  it('of which less comes than was said, by somebody who then leaves, changes nothing', async () => {
    const picture = Buffer.concat([partHead, mebibyte.subarray(0, 5000), partEnd])
    const { socket, send } = await begin(`content-length: ${picture.length + 1000}`)
    await send(picture)
    await pause(100)
    socket.end()
    await expect.poll(() => socket.destroyed).toBe(true)
    expect(await avatar()).toBe(kept)
  })
})
