import type { Transaction } from '#platform/server/database/index.ts'
import { buttonPage, messagePage } from '#platform/server/http/mail-link-pages.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { say } from '#platform/shared/say.ts'
import { type NotificationSettings, notificationKinds } from '../../contract/index.ts'
import { changeSettings, getSettings } from './notification-settings.ts'

/** Turns email off for every kind and leaves the other channels as they are. */
export async function stopMail(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  const settings = await getSettings(tx, userId)
  const kinds = Object.fromEntries(
    notificationKinds.map((kind) => [kind, { ...settings.kinds[kind], mail: false }]),
  ) as NotificationSettings['kinds']
  await changeSettings(tx, { userId, now }, { ...settings, kinds })
}

export const unsubscribePage = (token: string) =>
  buttonPage({
    title: say`Unsubscribe from digest emails?`,
    text: say`You won’t receive any more digest emails. Other notifications aren’t affected.`,
    action: `/api/unsubscribe?${new URLSearchParams({ token })}`,
    button: say`Unsubscribe`,
  })
export const donePage = () => messagePage({ title: say`Unsubscribe`, text: say`You can turn them back on under Settings → Notifications.` })
