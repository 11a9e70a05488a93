import { t } from '@lingui/core/macro'
import { Bell, Clock, Gift, HandHelping, type LucideIcon, ShoppingBasket, Trash2, TriangleAlert, UsersRound } from 'lucide-react'
import type { AlertType } from '#domains/alerts/contract.ts'
import type { NotificationType } from '../../contract/bell.ts'
import type { NotificationKind } from '../../contract/channels.ts'

interface TypeDisplay {
  icon: LucideIcon
  /** Classes of the icon's background and color. */
  color: string
  /** The page for what the notification is about, unless that is a lot. */
  link?: { to: '/borrow' | '/circles' | '/households' | '/settings'; search?: { tab: string } }
}
interface KindTexts {
  label: string
  hint: string
}

const late = 'bg-late-soft text-late-ink'
const soon = 'bg-soon-soft text-soon-ink'
const other = 'bg-sky-soft text-sky-ink'

/** Each alert type is also a kind of its own in the settings. */
const alerts: Record<AlertType, TypeDisplay & KindTexts> = {
  expired: { icon: TriangleAlert, color: late, label: t`Expired`, hint: t`Food past its date` },
  expiring_soon: {
    icon: Clock,
    color: soon,
    label: t`Use soon`,
    hint: t`Three days or fewer left, or as its ingredient says`,
  },
  low_stock: { icon: ShoppingBasket, color: other, label: t`Running low`, hint: t`Less than your minimum` },
  waste_risk: { icon: Trash2, color: other, label: t`Waste risk`, hint: t`Food that may expire before you eat it` },
}

export const typeDisplay: Readonly<Record<NotificationType, TypeDisplay>> = {
  ...alerts,
  borrow_request: { icon: HandHelping, color: other, link: { to: '/borrow', search: { tab: 'incoming' } } },
  borrow_answer: { icon: HandHelping, color: other, link: { to: '/borrow' } },
  borrow_over: { icon: HandHelping, color: other, link: { to: '/borrow' } },
  offer: { icon: Gift, color: other, link: { to: '/borrow' } },
  circle_invite: { icon: UsersRound, color: other, link: { to: '/circles' } },
  circle_ask: { icon: UsersRound, color: other, link: { to: '/circles' } },
  circle_joined: { icon: UsersRound, color: other, link: { to: '/circles' } },
  role_changed: { icon: UsersRound, color: other },
  member_joined: { icon: UsersRound, color: other },
  member_removed: { icon: Bell, color: other },
  invite_changed: { icon: UsersRound, color: other, link: { to: '/households' } },
  app_failed: { icon: TriangleAlert, color: soon, link: { to: '/settings', search: { tab: 'notifications' } } },
}

export const kindTexts: Readonly<Record<NotificationKind, KindTexts>> = {
  ...alerts,
  borrow: { label: t`Borrowing`, hint: t`Requests and answers` },
  people: { label: t`People`, hint: t`Roles, invitations and new members` },
}
