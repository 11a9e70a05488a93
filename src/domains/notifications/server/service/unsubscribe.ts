import type { UserId } from '#platform/contract/ids.ts'
import { say } from '#platform/contract/say.ts'
import type { Transaction } from '#platform/server/database.ts'
import { spokenLanguage } from '#platform/server/language.ts'
import { type NotificationSettings, notificationKinds } from '../../contract.ts'
import { changeSettings, getSettings } from './settings.ts'

/** Turns every kind's mail off, whatever else is wanted. */
export async function stopMail(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  const settings = await getSettings(tx, userId)
  const kinds = Object.fromEntries(
    notificationKinds.map((kind) => [kind, { ...settings.kinds[kind], mail: false }]),
  ) as NotificationSettings['kinds']
  await changeSettings(tx, { userId, now }, { ...settings, kinds })
}

const page = (title: string, inside: string) =>
  `<!doctype html><html lang="${spokenLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title} · Larder</title></head><body><main><h1>${title}</h1>${inside}</main></body></html>`

/** `token` is one of ours: only letters a link holds. */
export const askPage = (token: string) =>
  page(
    say`Stop these mails?`,
    `<p>${say`Larder will write you no more digests. Everything else stays as it is.`}</p><form method="post" action="/api/unsubscribe?token=${token}"><button>${say`Stop the mails`}</button></form>`,
  )
export const donePage = () =>
  page(say`No more mails`, `<p>${say`You can turn them on again in Larder, under Settings, Notifications.`}</p>`)
