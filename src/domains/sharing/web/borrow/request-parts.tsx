import { t } from '@lingui/core/macro'
import { Ban, CircleCheck, CircleX, Clock, HandHelping, Hourglass, type LucideIcon } from 'lucide-react'
import { Badge, type Tone } from '#platform/web/ui/badge.tsx'
import type { BorrowStatus } from '../../contract/index.ts'

const looks: Record<BorrowStatus, { tone: Tone; icon: LucideIcon; word: string }> = {
  PENDING: { tone: 'soon', icon: Hourglass, word: t`Pending` },
  ACCEPTED: { tone: 'herb', icon: HandHelping, word: t`Accepted` },
  REJECTED: { tone: 'late', icon: CircleX, word: t`Rejected` },
  COMPLETED: { tone: 'sky', icon: CircleCheck, word: t`Completed` },
  CANCELLED: { tone: 'stone', icon: Ban, word: t`Cancelled` },
  EXPIRED: { tone: 'stone', icon: Clock, word: t({ message: 'Expired', context: 'request' }) },
}

export function BorrowStatusBadge({ status }: { status: BorrowStatus }) {
  const { tone, icon, word } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

/** Lets a long e-mail address wrap before its @. */
export function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className="break-words">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
