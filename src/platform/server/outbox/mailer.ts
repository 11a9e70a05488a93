import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '#platform/shared/language.ts'
import { openAccountMailQueue } from './account-mail-queue.ts'
import type { ManagedQueue, SendResult } from './outbox.ts'

/** The content of a mail, rendered as text and HTML. */
export interface Mail {
  /** For file names and logs: `reset-password`. */
  readonly kind: string
  readonly to: string
  /** English by default. */
  readonly language?: Language
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The main link, shown after the first paragraph. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Short entries, shown after the link. */
  readonly entries?: readonly { readonly title: string; readonly message: string }[]
  /** One-click unsubscribe (RFC 8058). The URL accepts a POST and shows a page on a GET. */
  readonly unsubscribe?: { readonly label: string; readonly url: string }
}

export interface Mailer {
  /** False without SMTP: mails are written to the outbox folder for the server admin. */
  readonly delivers: boolean
  /** The mails of `send` for the server admin. */
  readonly queue: ManagedQueue<'account_email'>
  /** Queues a mail. Retries with backoff, then logs the failure and keeps a dead letter. Throws for an invalid address. */
  send(mail: Mail | Promise<Mail>): void
  /** Sends a mail without retry. */
  deliver(mail: Mail): Promise<SendResult>
  /** Resolves when no mail is waiting or being sent. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface MailerSettings {
  /** `smtp://user:password@host:587` or `smtps://…`; null writes to the outbox folder. */
  readonly smtpUrl: string | null
  /** `AppServer <larder@example.org>` */
  readonly from: string
  readonly outboxFolder: string
  /** Delay before the first retry; 5 s by default. */
  readonly retryMs?: number
}

interface Transport {
  deliver(mail: Mail): Promise<void>
  close(): void
}

const maxConcurrent = 3
const maxInOutbox = 500
const plainAddress = /^[^\s@,;:<>"()[\]\\]{1,64}@[^\s@,;:<>"()[\]\\]{1,255}$/

/** Opens the mailer. Checks the SMTP server once in the background and logs a failure. */
export function openMailer(settings: MailerSettings, log: (message: string) => void): Mailer {
  const { smtpUrl } = settings
  const transport = smtpUrl === null ? outboxFolder(settings, log) : smtp(smtpUrl, settings.from, log)
  const deliver = (mail: Mail): Promise<SendResult> => transport.deliver(mail).then(() => ({ kind: 'delivered' }), failureOf)
  const queue = openAccountMailQueue(deliver, settings.retryMs ?? 5_000, log)
  return {
    delivers: smtpUrl !== null,
    queue,
    send(mail) {
      if ('to' in mail && !plainAddress.test(mail.to)) throw new Error('a mail needs one plain address')
      queue.add(mail)
    },
    deliver: async (mail) => (plainAddress.test(mail.to) ? deliver(mail) : { kind: 'refused', reason: 'no plain address' }),
    idle: queue.idle,
    async close() {
      await queue.close()
      transport.close()
    },
  }
}

function smtp(url: string, from: string, log: (message: string) => void): Transport {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
  // Loaded only with SMTP.
  const connecting = import('nodemailer').then(({ createTransport }) =>
    createTransport({ url, pool: true, maxConnections: maxConcurrent, requireTLS: needsTls(url), ...timeouts }),
  )
  connecting
    .then((transport) => transport.verify())
    .catch((error: unknown) =>
      log(`the mail server in SMTP_URL failed a test connection (${reasonOf(error)}); mails will be sent to it anyway`),
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

/** Requires TLS for a password, except on this machine or if the URL sets it explicitly. */
function needsTls(url: string): boolean {
  const { protocol, username, hostname, searchParams } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return protocol === 'smtp:' && username !== '' && !isLocal && !searchParams.has('requireTLS') && !searchParams.has('ignoreTLS')
}

/** Writes mails as .eml files, readable as text and by mail programs. */
function outboxFolder({ from, outboxFolder: folder }: MailerSettings, log: (message: string) => void): Transport {
  return {
    async deliver(mail) {
      const now = new Date()
      await mkdir(folder, { recursive: true, mode: 0o700 })
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
      const file = join(folder, name)
      await writeFile(file, `${headers.join('\n')}\n\n${renderMailText(mail)}`, { mode: 0o600, flag: 'wx' })
      log(`mail "${mail.kind}" was written to ${file}`)
      await deleteOldest(folder)
    },
    close: () => {},
  }
}

async function deleteOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  for (const name of files.slice(0, Math.max(0, files.length - maxInOutbox))) await rm(join(folder, name), { force: true })
}

/** Returns codes only, because a server's message may contain the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  // TLS messages may contain addresses, too.
  if (/certificate|altnames/i.test(error.message)) return 'the certificate of the mail server is not trusted'
  const code = 'code' in error ? String(error.code) : error.name
  const reply = 'responseCode' in error && error.responseCode ? ` ${String(error.responseCode)}` : ''
  return code + reply
}

function failureOf(error: unknown): SendResult {
  const reason = reasonOf(error)
  return isUnreachable(error) ? { kind: 'away', reason, retryAfterMs: 0 } : { kind: 'refused', reason }
}

/** Returns false if the server refused this mail, true for other failures (connection, login, certificate, shutdown). */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return true
  const isRefused = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return !isRefused || ('responseCode' in error && error.responseCode === 421)
}

/** Renders a mail as text: first paragraph, link, entries, other paragraphs, unsubscribe link. */
export function renderMailText({ paragraphs, action, entries = [], unsubscribe }: Mail): string {
  const [first = '', ...rest] = paragraphs
  const listed = entries.map(({ title, message }) => `- ${title}\n  ${message}`)
  return `${[
    first,
    ...(action ? [action.url] : []),
    ...(listed.length > 0 ? [listed.join('\n')] : []),
    ...rest,
    ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : []),
  ].join('\n\n')}\n`
}

export function renderMailHtml({ language = 'en', subject, paragraphs, action, entries = [], unsubscribe }: Mail): string {
  const [first = '', ...rest] = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`)
  const link = action
    ? `<p><a href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>${entries.length > 0 ? '' : `<p>${escapeHtml(action.url)}</p>`}`
    : ''
  const items = entries.map(({ title, message }) => `<li><strong>${escapeHtml(title)}</strong><br>${escapeHtml(message)}</li>`)
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : ''
  const stop = unsubscribe ? `<p><small><a href="${escapeHtml(unsubscribe.url)}">${escapeHtml(unsubscribe.label)}</a></small></p>` : ''
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head><body>${[first, link, list, ...rest, stop].join('')}</body></html>`
}

export const mailHeaders = ({ language = 'en', unsubscribe }: Mail): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  'Content-Language': language,
  ...(unsubscribe ? { 'List-Unsubscribe': `<${unsubscribe.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
})

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
