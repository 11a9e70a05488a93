import { Ban, CircleCheck, CircleX, Clock, HandHelping, Hourglass, type LucideIcon } from 'lucide-react'
import { Badge, type Tone } from '#platform/web/ui/badge.tsx'
import type { BorrowStatus } from '../../contract.ts'

const looks: Record<BorrowStatus, { tone: Tone; icon: LucideIcon; word: string }> = {
  PENDING: { tone: 'soon', icon: Hourglass, word: 'Pending' },
  ACCEPTED: { tone: 'herb', icon: HandHelping, word: 'Accepted' },
  REJECTED: { tone: 'late', icon: CircleX, word: 'Rejected' },
  COMPLETED: { tone: 'sky', icon: CircleCheck, word: 'Completed' },
  CANCELLED: { tone: 'stone', icon: Ban, word: 'Cancelled' },
  EXPIRED: { tone: 'stone', icon: Clock, word: 'Expired' },
}

export function BorrowStatusBadge({ status }: { status: BorrowStatus }) {
  const { tone, icon, word } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
