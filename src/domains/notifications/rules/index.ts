import { type AlertFacts, describeAlert as tellAlert } from '#domains/alerts/rules.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { Role } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import type { NotificationKind, NotificationSettings, NotificationType, PeopleFacts } from '../contract/index.ts'
import { type CircleFacts, describeCircleEvent, describeLoan, type LoanFacts } from './loans-and-circles.ts'

const kinds: Record<NotificationType, NotificationKind> = {
  expired: 'expired',
  expiring_soon: 'expiring_soon',
  low_stock: 'low_stock',
  waste_risk: 'waste_risk',
  borrow_request: 'borrow',
  borrow_answer: 'borrow',
  borrow_over: 'borrow',
  offer: 'borrow',
  circle_invite: 'people',
  circle_ask: 'people',
  circle_joined: 'people',
  role_changed: 'people',
  member_joined: 'people',
  member_removed: 'people',
  invite_changed: 'people',
}
/** Under which switch a type stands. */
export const kindOf = (type: NotificationType): NotificationKind => kinds[type]

/** Whether somebody wants to hear of this type in any way. */
export function isWanted(settings: NotificationSettings, type: NotificationType): boolean {
  const { bell, mail, push } = settings.kinds[kindOf(type)]
  return bell || mail || push
}

/** Whether `time` (`HH:MM`) lies in the quiet hours, which may go over midnight. Begin equal to end: the whole day. */
export function isQuiet(quiet: NotificationSettings['quietHours'], time: string): boolean {
  const { isOn, begin, end } = quiet
  if (!isOn) return false
  return begin < end ? time >= begin && time < end : time >= begin || time < end
}

/** What is kept of a notification for its words. */
export type Facts =
  | { alert: AlertFacts }
  | { people: PeopleFacts }
  | { loan: LoanFacts }
  | { circle: CircleFacts }
  | { words: { title: string; message: string } }

function newRole(role: Role): string {
  if (role === 'OWNER') return say`You’re now an owner`
  if (role === 'ADMIN') return say`You’re now an admin`
  return role === 'MEMBER' ? say`You’re now a member` : say`You’re now a viewer`
}

/** Title and message as they read on this day. `who`: first name of the person it speaks of; `household`: the kitchen's name. */
export function describeNotification(
  type: NotificationType,
  facts: Facts,
  { today, who, household }: { today: CalendarDate; who: string | null; household: string },
): { title: string; message: string } {
  if ('words' in facts) return facts.words
  if ('alert' in facts) {
    const { alert } = facts
    // Read days later it must not speak of tomorrow.
    const isOpen = alert.kind !== 'expiring_soon' || alert.dueOn === null || alert.dueOn >= today
    return tellAlert({ ...alert, isOpen }, today)
  }
  const someone = who ?? say`Someone`
  if ('loan' in facts) return describeLoan(facts.loan, someone)
  if ('circle' in facts) return describeCircleEvent(type, facts.circle, someone)
  const { role = 'MEMBER', name } = facts.people
  switch (type) {
    case 'role_changed':
      return { title: newRole(role), message: say`${someone} changed your role in ${household}.` }
    case 'member_joined':
      return { title: say`${someone} joined`, message: say`${someone} joined ${household}.` }
    case 'member_removed':
      return {
        title: say`You were removed from a household`,
        message: name === undefined ? say`You’re no longer a member of it.` : say`You’re no longer a member of ${name}.`,
      }
    case 'invite_changed':
      return { title: say`New invite code`, message: say`Invite codes are longer now. The old code of ${household} no longer works.` }
    default:
      return { title: household, message: say`There’s an update.` }
  }
}
