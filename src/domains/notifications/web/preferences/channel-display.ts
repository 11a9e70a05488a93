import { t } from '@lingui/core/macro'
import { type LucideIcon, Mail, MessageSquare, Send, TriangleAlert } from 'lucide-react'
import type { DeadLetter, NotificationChannel, TestableChannel, TestOutcome } from '../../contract/channels.ts'

interface ChannelTexts {
  label: string
  /** Follows the label of a kind: `Expired by email`. */
  by: string
}
interface TestDisplay {
  icon: LucideIcon
  /** Button that sends a test message. */
  test: string
  outcomes: Record<TestOutcome, string>
}
interface UndeliveredDisplay {
  icon: LucideIcon
  text: (count: number) => string
}

/** How each channel is displayed. */
export const channelDisplay: Readonly<Record<NotificationChannel, ChannelTexts> & Record<TestableChannel, TestDisplay>> = {
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
  },
  apps: { label: t`Apps`, by: t`in other apps` },
}

/** How the dead letters of each queue are displayed. */
export const undeliveredDisplay: Readonly<Record<DeadLetter['channel'], UndeliveredDisplay>> = {
  email: { icon: Mail, text: (count) => t`${count} emails not delivered` },
  push: { icon: Send, text: (count) => t`${count} push notifications not delivered` },
  app: { icon: MessageSquare, text: (count) => t`${count} messages to other apps not delivered` },
  webhook: { icon: Send, text: (count) => t`${count} webhook messages not delivered` },
  account_email: { icon: Mail, text: (count) => t`${count} account emails not delivered` },
  change: { icon: TriangleAlert, text: (count) => t`${count} changes not processed` },
}
