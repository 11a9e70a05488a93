import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, type TestApp, useTestApp } from '#tests/support/server/test-app.ts'
import { getMe, type User } from '../contract/index.ts'
import { putAvatar, removeAvatar } from '../contract/profile.ts'

const testApp = useTestApp()
let ana: Person
beforeAll(async () => {
  ana = await testApp().person('Ana')
})

const boundary = 'a-form'
/** Uploads a picture as a browser does, optionally with another name and declared type. */
function send(
  person: Person,
  bytes: Uint8Array,
  { filename = 'me.jpg', type = 'image/jpeg', field = 'image' } = {},
): ReturnType<TestApp['inject']> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`
  return testApp().inject({
    method: putAvatar.method,
    url: putAvatar.path,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}
const see = async (url: string) => testApp().server.app.inject({ method: 'GET', url })
const stored = async () => (await asOwner<{ n: number }>(testApp().server.database, 'select count(*) as n from avatars'))[0]?.n
const picture = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#a3b18a' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret-place' } })
    .toBuffer()

describe('the avatar', () => {
  test('is served at its own path until it is replaced or removed', async () => {
    const first = (await send(ana, await picture())).body as User
    expect(first.avatar).toMatch(/^\/api\/avatars\/[\da-f-]{36}$/)
    expect((await ana.must(getMe)).avatar).toBe(first.avatar)
    const second = (await send(ana, await picture(200, 300))).body as User
    expect(second.avatar).not.toBe(first.avatar)
    expect((await see(first.avatar ?? '')).statusCode).toBe(404)
    expect((await see(second.avatar ?? '')).statusCode).toBe(200)
    expect(await ana.call(removeAvatar)).toMatchObject({ status: 204 })
    expect((await see(second.avatar ?? '')).statusCode).toBe(404)
    expect((await ana.must(getMe)).avatar).toBeNull()
    expect(Number(await stored())).toBe(0)
  })

  test('C-19: leaves one complete picture after concurrent uploads and reads', async () => {
    const pictures = await Promise.all([200, 240, 280, 320].map((width) => picture(width, 200)))
    const seen: number[] = []
    const answers = await Promise.all(
      Array.from({ length: 24 }, async (_, i) => {
        const sendOne = () => send(ana, pictures[i % pictures.length] as Buffer)
        let answer = await sendOne()
        // A user may run two uploads at once.
        for (; answer.status === 429; answer = await sendOne()) await pause(10)
        const { avatar } = await ana.must(getMe)
        const looked = await see(avatar ?? '')
        seen.push(looked.statusCode)
        // A picture replaced between the two requests is gone; one that exists is complete.
        if (looked.statusCode === 200) expect((await sharp(looked.rawPayload).stats()).isOpaque).toBe(true)
        return answer.status
      }),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(seen.every((status) => status === 200 || status === 404)).toBe(true)
    expect(Number(await stored())).toBe(1)
    expect((await see((await ana.must(getMe)).avatar ?? '')).statusCode).toBe(200)
    await ana.must(removeAvatar)
  })

  test('I-22, I-23, I-27: is re-encoded upright without metadata and served with fixed headers', async () => {
    const upright = await sharp(await picture(600, 400))
      .withExif({ IFD0: { Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const polyglot = Buffer.concat([upright, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')])
    const { avatar } = (await send(ana, polyglot)).body as User
    const answer = await see(avatar ?? '')
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline; filename="avatar.jpg"',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(answer.rawPayload.includes(Buffer.from('script'))).toBe(false)
    expect(answer.rawPayload.includes(Buffer.from('secret-place'))).toBe(false)
    const kept = await sharp(answer.rawPayload).metadata()
    expect([kept.format, kept.width, kept.height, kept.exif]).toEqual(['jpeg', 341, 512, undefined])
  })

  test.each([
    [
      'I-20: a drawing with a script in it',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      415,
      'image_type',
    ],
    ['I-21: a page that is called a picture', Buffer.from('<!doctype html><script>1</script>'), 415, 'image_type'],
    ['I-29: a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00'), 415, 'image_type'],
    ['nothing', Buffer.alloc(0), 415, 'image_type'],
  ])('%s is refused and nothing is kept', async (_what, bytes, status, code) => {
    const before = await stored()
    expect(await send(ana, bytes, { filename: 'a.jpg', type: 'image/jpeg' })).toMatchObject({ status, body: { code } })
    expect(await stored()).toBe(before)
  })

  test('I-24, I-25, I-27: rejects a large, oversized or truncated file with its own message', async () => {
    const whole = await picture(800, 800)
    expect(await send(ana, Buffer.concat([whole, Buffer.alloc(10 * 1024 * 1024)]))).toMatchObject({
      status: 413,
      body: { code: 'image_too_large', detail: 'File size must be less than 10MB' },
    })
    const huge = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#fff' } })
      .toColourspace('b-w')
      .png({ compressionLevel: 3 })
      .toBuffer()
    expect(await send(ana, huge)).toMatchObject({ status: 422, body: { code: 'image_too_many_pixels' } })
    expect(await send(ana, whole.subarray(0, whole.length / 2))).toMatchObject({ status: 422, body: { code: 'image_unreadable' } })
    expect(await send(ana, Buffer.from('hello'))).toMatchObject({
      status: 415,
      body: { detail: 'Please select a valid image file (JPEG, PNG, or WebP)' },
    })
  })

  test.each(['../../etc/passwd', 'C:\\x\\y.png', 'con', 'x'.repeat(5000), 'a\u202egpj.exe'])(
    'I-26: ignores the file name in the path (%#)',
    async (filename) => {
      const answer = await send(ana, await picture(), { filename })
      expect(answer.status).toBe(200)
      expect((answer.body as User).avatar).toMatch(/^\/api\/avatars\/[\da-f-]{36}$/)
    },
  )

  test('I-28: rejects a malformed form or another field', async () => {
    expect(await send(ana, await picture(), { field: 'photo' })).toMatchObject({ status: 400, body: { code: 'image_field' } })
    const headers = { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' }
    expect(await testApp().inject({ method: 'PUT', url: putAvatar.path, headers, payload: '{}' })).toMatchObject({ status: 415 })
  })
})
