import { t } from '@lingui/core/macro'
import { type LucideIcon, Mail, Send } from 'lucide-react'
import type { Channel, OutgoingChannel, TestOutcome } from '../../contract/channels.ts'

interface ChannelTexts {
  label: string
  /** Follows the label of a kind: `Expired by email`. */
  by: string
}
interface OutgoingDisplay {
  icon: LucideIcon
  /** Button that sends a test message. */
  test: string
  outcomes: Record<TestOutcome, string>
  undelivered: (count: number) => string
}

/** How each channel is displayed. */
export const channelDisplay: Readonly<Record<Channel, ChannelTexts> & Record<OutgoingChannel, OutgoingDisplay>> = {
  bell: { label: t`Bell`, by: t`in the bell` },
  mail: {
    label: t`Email`,
    by: t`by email`,
    icon: Mail,
    test: t`Send test email`,
    outcomes: {
      delivered: t`Sent: the mail server accepted it.`,
      unreachable: t`Not sent: no mail server is set up. Ask your server admin.`,
      no_device: t`No email address to send to.`,
    },
    undelivered: (count) => t`${count} emails not delivered`,
  },
  push: {
    label: t`Push`,
    by: t`by push notification`,
    icon: Send,
    test: t`Send test push`,
    outcomes: {
      delivered: t`Sent: it should appear in a moment.`,
      unreachable: t`Not sent: the push service rejected it.`,
      no_device: t`None of your devices has push turned on yet.`,
    },
    undelivered: (count) => t`${count} push notifications not delivered`,
  },
}
