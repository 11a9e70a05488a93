import type { Database } from '#platform/server/database/index.ts'
import { spokenLanguage } from '#platform/server/i18n/language.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { say } from '#platform/shared/say.ts'
import type { TestOutcome } from '../../contract/index.ts'
import * as store from '../store/deliveries.ts'
import type { Transports } from './deliver.ts'

const words = () => ({ title: say`Test notification from Larder`, message: say`If you can read this, notifications work.` })

/** One message now, past quiet hours and switches. Push: delivered when one of the browsers' services took it; browsers that are gone are forgotten. */
export async function sendTest(
  {
    read,
    write,
  }: { read: Database['read']; write: (work: (tx: Parameters<typeof store.deleteDevice>[0]) => Promise<unknown>) => Promise<unknown> },
  transports: Transports & { readonly mailDelivers: boolean },
  userId: UserId,
  channel: 'mail' | 'push',
): Promise<TestOutcome> {
  if (channel === 'mail') {
    if (!transports.mailDelivers) return 'unreachable'
    const address = await read({ user: userId }, (q) => store.findEmail(q, userId))
    if (address === null) return 'unreachable'
    return (await transports.mail(userId, address, { language: spokenLanguage(), household: 'Larder', lines: [words()] })).kind ===
      'delivered'
      ? 'delivered'
      : 'unreachable'
  }
  const devices = await read({ user: userId }, (q) => store.listDevices(q, userId))
  const { title, message } = words()
  const payload = { title, body: message, url: '/settings', tag: 'test' }
  const outcomes = await Promise.all(devices.map(async (device) => ({ device, outcome: await transports.push(device, payload) })))
  const gone = outcomes.filter(({ outcome }) => outcome.kind === 'gone')
  if (gone.length > 0)
    await write(async (tx) => {
      for (const { device } of gone) await store.deleteDevice(tx, userId, device.id)
    })
  if (outcomes.length === gone.length) return 'no_device'
  return outcomes.some(({ outcome }) => outcome.kind === 'delivered') ? 'delivered' : 'unreachable'
}
