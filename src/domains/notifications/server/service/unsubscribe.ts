import type { UserId } from '#platform/contract/ids.ts'
import { say } from '#platform/contract/say.ts'
import type { Transaction } from '#platform/server/database.ts'
import { buttonPage, messagePage } from '#platform/server/serve/button-page.ts'
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

export const askPage = (token: string) =>
  buttonPage({
    title: say`Stop these mails?`,
    text: say`Larder will write you no more digests. Everything else stays as it is.`,
    action: `/api/unsubscribe?${new URLSearchParams({ token })}`,
    button: say`Stop the mails`,
  })
export const donePage = () =>
  messagePage({ title: say`No more mails`, text: say`You can turn them on again in Larder, under Settings, Notifications.` })
