import { t } from '@lingui/core/macro'
import type { TargetKind, TargetProblem } from '../../contract/message-targets.ts'

export const kindLabels: Readonly<Record<TargetKind, string>> = {
  ntfy: 'ntfy',
  gotify: 'Gotify',
  telegram: 'Telegram',
  webhook: t`Webhook`,
}

const problemTexts: Readonly<Record<TargetProblem, string>> = {
  denied: t`The server rejected the token. Remove the app and add it with the right one.`,
  not_found: t`There’s nothing at this address. Check it, then add the app again.`,
  no_response: t`The server didn’t respond. Check that it’s running and that the address is right, including https://.`,
  not_allowed: t`There’s no such server, or Larder isn’t allowed to reach it. If it’s on your own network, your server admin can allow it.`,
  failed: t`The server couldn’t take the message.`,
}
/** Where the general text would mislead. */
const ownTexts: Partial<Record<`${TargetKind} ${TargetProblem}`, string>> = {
  'ntfy denied': t`The server rejected the token, or this topic needs one.`,
  'telegram denied': t`Telegram doesn’t know this bot, or the bot may not write to this chat.`,
  'telegram not_found': t`Telegram doesn’t know this chat. Write to your bot first, then try again.`,
  'webhook denied': t`The server rejected the request. Check what the header should be.`,
}

/** Says why a target got no message, and what to do about it. */
export const problemText = (kind: TargetKind, problem: TargetProblem): string => ownTexts[`${kind} ${problem}`] ?? problemTexts[problem]
