import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MailServer, plainText, startMailServer } from '#tests/support/fakes/smtp.ts'
import { type Mail, type Mailer, openMailer } from './mailer.ts'

const mail: Mail = {
  kind: 'reset-password',
  to: 'ada@kitchen.test',
  subject: 'Set a new password',
  paragraphs: ['Open this link – it works once:', 'Then cook <something> & "enjoy" it.'],
  action: { label: 'Open', url: 'http://localhost:3000/reset-password?token=abc123' },
}
const from = 'Larder <larder@kitchen.test>'
let folder: string
let logged: string[]
let mailer: Mailer
let server: MailServer | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'larder-test-mail-'))
  logged = []
})
afterEach(async () => {
  await mailer.close()
  await server?.stop()
  server = undefined
  rmSync(folder, { recursive: true, force: true })
})
const open = (smtpUrl: string | null) => {
  mailer = openMailer({ smtpUrl, from, outboxFolder: join(folder, 'outbox'), retryMs: 1 }, (message) => logged.push(message))
  return mailer
}
const files = () => readdirSync(join(folder, 'outbox'))

describe('without a mail server', () => {
  test('writes a mail to a readable file and logs its path', async () => {
    open(null).send(mail)
    await mailer.idle()
    const [name = ''] = files()
    const file = join(folder, 'outbox', name)
    const [head = '', ...rest] = readFileSync(file, 'utf8').split('\n\n')
    expect(head.split('\n')).toEqual(expect.arrayContaining([`From: ${from}`, 'To: ada@kitchen.test', 'Subject: Set a new password']))
    expect(rest.join('\n\n')).toBe(`${mail.paragraphs[0]}\n\n${mail.action?.url}\n\n${mail.paragraphs[1]}\n`)
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(mailer.delivers).toBe(false)
    expect(logged).toEqual([`mail "reset-password" was written to ${file}`])
  })

  test('logs an unwritable folder and doesn’t throw', async () => {
    mailer = openMailer({ smtpUrl: null, from, outboxFolder: '/dev/null/outbox', retryMs: 1 }, (message) => logged.push(message))
    mailer.send(mail)
    await mailer.idle()
    expect(logged).toHaveLength(5)
    expect(logged.join('\n')).not.toContain('ada@')
    expect(logged.join('\n')).not.toContain('abc123')
  })
})

describe('with a mail server', () => {
  test('sends a mail as text and as escaped HTML', async () => {
    server = await startMailServer()
    open(server.url).send(mail)
    await mailer.idle()
    const [received] = server.received
    expect(received?.to).toEqual(['ada@kitchen.test'])
    const text = plainText(received?.message ?? '')
    expect(text).toContain('Then cook <something> & "enjoy" it.')
    expect(text).toContain('Then cook &#60;something&#62; &#38; &#34;enjoy&#34; it.')
    expect(text).toContain('href="http://localhost:3000/reset-password?token=abc123"')
    expect(mailer.delivers).toBe(true)
    expect(logged).toEqual([])
  })

  test('retries after a failure', async () => {
    server = await startMailServer()
    server.failNext(1)
    open(server.url).send(mail)
    await mailer.idle()
    expect(server.received).toHaveLength(1)
    expect(logged).toHaveLength(1)
  })

  test('keeps a dead letter after five failures, logs no address, and sends it when it is retried', async () => {
    server = await startMailServer()
    server.failNext(5)
    open(server.url).send(mail)
    await mailer.idle()
    expect(server.received).toEqual([])
    expect(logged.at(-1)).toContain('given up')
    expect(logged.join('\n')).not.toContain('kitchen.test')
    const [letter] = await mailer.queue.listDeadLetters(10)
    expect(letter).toMatchObject({ channel: 'account_email', tries: 5 })
    expect(JSON.stringify(letter)).not.toContain('@')
    await mailer.queue.retryDeadLetters(new Date())
    mailer.send(mail)
    await mailer.idle()
    expect(server.received).toHaveLength(2)
    expect(await mailer.queue.listDeadLetters(10)).toEqual([])
  })

  test('doesn’t wait for an unreachable server', async () => {
    server = await startMailServer()
    const { url } = server
    await server.stop()
    open(url).send(mail)
    await mailer.idle()
    expect(logged.some((line) => line.includes('SMTP_URL'))).toBe(true)
    expect(logged.join('\n')).not.toContain('kitchen.test')
  })
})

describe('I-17: header injection', () => {
  const bad = [
    'a@b\r\nBcc: x@kitchen.test',
    'a@kitchen.test, b@kitchen.test',
    'a@kitchen.test\n',
    '<a@kitchen.test>',
    'Ada <a@kitchen.test>',
    'ada',
    '',
  ]

  test.each(bad)('rejects the address %j', (to) => {
    expect(() => open(null).send({ ...mail, to })).toThrow()
  })

  test('keeps a subject on one line', async () => {
    server = await startMailServer()
    const malicious = { ...mail, subject: 'Hello\r\nBcc: x@kitchen.test\r\n\r\nBody' }
    open(server.url).send(malicious)
    await mailer.idle()
    await mailer.close()
    open(null).send(malicious)
    await mailer.idle()
    expect(server.received[0]?.to).toEqual(['ada@kitchen.test'])
    expect(server.received[0]?.message).not.toMatch(/^Bcc:/m)
    // One space for the empty line shows that Larder cleaned it: the mail library would insert one for each line break.
    expect(server.received[0]?.message).toContain('\r\nSubject: Hello Bcc: x@kitchen.test Body\r\n')
    const [name = ''] = files()
    expect(readFileSync(join(folder, 'outbox', name), 'utf8')).toContain('Subject: Hello Bcc: x@kitchen.test Body\n')
  })
})
