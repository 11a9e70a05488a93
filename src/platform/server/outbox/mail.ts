import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Language } from '#platform/shared/language.ts'
import { mailHeaders, oneLine, renderMailHtml, renderMailText } from './render-mail.ts'

/** A mail as its sender thinks of it; how it looks is decided here. */
export interface Mail {
  /** What kind it is, for file names and logs: `reset-password`. */
  readonly kind: string
  readonly to: string
  /** In which it is written; English unless told. */
  readonly language?: Language
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The one link it is about, shown after the first paragraph. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Short entries, each a title and a line, shown after the link. */
  readonly entries?: readonly { readonly title: string; readonly message: string }[]
  /** Where one click stops mails of this kind (RFC 8058): a link that takes a POST, and shows a page on a GET. */
  readonly unsubscribe?: { readonly label: string; readonly url: string }
}

/** Why a mail did not leave. `isAway`: the server was not there, or takes nothing at all; the mail is not to blame. */
export class MailFailed extends Error {
  readonly isUnreachable: boolean
  constructor(reason: string, isUnreachable: boolean) {
    super(reason)
    this.isUnreachable = isUnreachable
  }
}

export interface Mailer {
  /** Whether mails reach people. Without SMTP they are written to the outbox folder, for whoever runs the server. */
  readonly delivers: boolean
  /** Queues a mail and returns at once; a failure is tried once more, then logged. Throws for an address that is none. */
  send(mail: Mail | Promise<Mail>): void
  /** Sends a mail now, once, and resolves when the mail server has taken it. Throws `MailFailed`. */
  deliver(mail: Mail): Promise<void>
  /** Resolves when nothing is queued or under way. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface MailerSettings {
  /** `smtp://user:password@host:587` or `smtps://…`; null writes to the outbox folder. */
  readonly smtpUrl: string | null
  /** `AppServer <larder@example.org>` */
  readonly from: string
  readonly outboxFolder: string
  /** Pause before the second try; 5 s unless told. */
  readonly retryMs?: number
}

interface Transport {
  deliver(mail: Mail): Promise<void>
  close(): void
}

const maxWaiting = 500
const maxAtOnce = 3
const maxInOutbox = 500
const plainAddress = /^[^\s@,;:<>"()[\]\\]{1,64}@[^\s@,;:<>"()[\]\\]{1,255}$/

/** Opens the way mails leave. With SMTP the server is greeted once, in the background; when that fails the log says so and nothing else. */
export function openMailer(settings: MailerSettings, log: (message: string) => void): Mailer {
  const { smtpUrl } = settings
  const transport = smtpUrl === null ? outbox(settings, log) : smtp(smtpUrl, settings.from, log)
  const waiting: (Mail | Promise<Mail>)[] = []
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()

  async function deliver(given: Mail | Promise<Mail>): Promise<void> {
    const mail = await Promise.resolve(given).catch((error: unknown) => log(`a mail was given up (${reasonOf(error)})`))
    if (!mail) return
    try {
      await transport.deliver(mail)
    } catch (first) {
      log(`mail "${mail.kind}" did not leave (${reasonOf(first)}), trying once more`)
      try {
        await pause(settings.retryMs ?? 5_000, undefined, { signal: closing.signal, ref: false })
        await transport.deliver(mail)
      } catch (second) {
        log(`mail "${mail.kind}" was given up (${reasonOf(second)})`)
      }
    }
  }

  function pump(): void {
    while (underWay.size < maxAtOnce) {
      const mail = waiting.shift()
      if (!mail) return
      const task = deliver(mail).finally(() => {
        underWay.delete(task)
        pump()
      })
      underWay.add(task)
    }
  }

  return {
    delivers: smtpUrl !== null,
    send(mail) {
      if ('to' in mail && !plainAddress.test(mail.to)) throw new Error('a mail needs one plain address')
      if (waiting.length >= maxWaiting) return log(`mail "${'kind' in mail ? mail.kind : ''}" was given up (too many are waiting)`)
      waiting.push(mail)
      pump()
    },
    async deliver(mail) {
      if (!plainAddress.test(mail.to)) throw new MailFailed('no plain address', false)
      await transport.deliver(mail).catch((error: unknown) => {
        throw new MailFailed(reasonOf(error), isUnreachable(error))
      })
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async close() {
      closing.abort()
      waiting.length = 0
      await Promise.all(underWay)
      transport.close()
    },
  }
}

function smtp(url: string, from: string, log: (message: string) => void): Transport {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
  // Loaded when it is needed: most kitchens have no mail server.
  const connecting = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url, pool: true, maxConnections: maxAtOnce, requireTLS: needsTls(url), ...timeouts }),
  )
  connecting
    .then((transport) => transport.verify())
    .catch((error: unknown) =>
      log(`the mail server of SMTP_URL does not answer as it should (${reasonOf(error)}); mails will be tried all the same`),
    )
  return {
    async deliver(mail) {
      const transport = await connecting
      await transport.sendMail({
        from,
        to: { name: '', address: mail.to },
        subject: oneLine(mail.subject),
        text: renderMailText(mail),
        html: renderMailHtml(mail),
        headers: mailHeaders(mail),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => void connecting.then((transport) => transport.close()).catch(() => {}),
  }
}

/** A password never travels in the clear, except on this machine or when the address says so itself. */
function needsTls(url: string): boolean {
  const { protocol, username, hostname, searchParams } = new URL(url)
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return protocol === 'smtp:' && username !== '' && !isHere && !searchParams.has('requireTLS') && !searchParams.has('ignoreTLS')
}

/** Files that a person can read as they are, and that a mail program opens too. */
function outbox({ from, outboxFolder }: MailerSettings, log: (message: string) => void): Transport {
  return {
    async deliver(mail) {
      const now = new Date()
      await mkdir(outboxFolder, { recursive: true, mode: 0o700 })
      const name = `${now.toISOString().replace(/[:.]/g, '-')}-${mail.kind.replace(/[^a-z-]/g, '')}-${randomBytes(3).toString('hex')}.eml`
      const headers = [
        `From: ${oneLine(from)}`,
        `To: ${mail.to}`,
        `Subject: ${oneLine(mail.subject)}`,
        `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
      ]
      const file = join(outboxFolder, name)
      await writeFile(file, `${headers.join('\n')}\n\n${renderMailText(mail)}`, { mode: 0o600, flag: 'wx' })
      log(`mail "${mail.kind}" was written to ${file}`)
      await dropOldest(outboxFolder)
    },
    close: () => {},
  }
}

async function dropOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  for (const name of files.slice(0, Math.max(0, files.length - maxInOutbox))) await rm(join(folder, name), { force: true })
}

/** Codes only: the words of a mail server may hold the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  // Of what TLS says only whether it was the certificate: the rest may name addresses.
  if (/certificate|altnames/i.test(error.message)) return 'the certificate of the mail server is not trusted'
  const code = 'code' in error ? String(error.code) : error.name
  const reply = 'responseCode' in error && error.responseCode ? ` ${String(error.responseCode)}` : ''
  return code + reply
}

/** What the server said of this one mail is its own; anything else (no connection, no login, a bad certificate, "closing") is the server's. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return true
  const ofThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return !ofThisMail || ('responseCode' in error && error.responseCode === 421)
}
