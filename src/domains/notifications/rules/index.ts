import { type AlertType, alertTypes } from '#domains/alerts/contract.ts'
import { type AlertFacts, describeAlert } from '#domains/alerts/rules.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { Role } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import type { MembershipNotificationData, NotificationKind, NotificationSettings, NotificationType } from '../contract/index.ts'
import { type CircleFacts, describeCircleEvent, describeLoan, type LoanFacts } from './loans-and-circles.ts'

const isAlertType = (type: NotificationType): type is AlertType => alertTypes.some((alertType) => alertType === type)
const otherKinds: Record<Exclude<NotificationType, AlertType>, NotificationKind> = {
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
/** Returns the kind that turns this type on and off. */
export const kindOf = (type: NotificationType): NotificationKind => (isAlertType(type) ? type : otherKinds[type])

/** Returns true if at least one channel is on for this type. */
export function isEnabled(settings: NotificationSettings, type: NotificationType): boolean {
  return Object.values(settings.kinds[kindOf(type)]).includes(true)
}

/** Returns true if `time` (`HH:MM`) is in the quiet hours. They may cross midnight; an equal begin and end mean the whole day. */
export function isQuiet(quiet: NotificationSettings['quietHours'], time: string): boolean {
  const { isOn, begin, end } = quiet
  if (!isOn) return false
  return begin < end ? time >= begin && time < end : time >= begin || time < end
}

/** What the text of a notification is built from; stored as JSON. */
export type NotificationFacts =
  | { alert: AlertFacts }
  | { people: MembershipNotificationData }
  | { loan: LoanFacts }
  | { circle: CircleFacts }
  | { words: { title: string; message: string } }

function newRole(role: Role): string {
  if (role === 'OWNER') return say`You’re now an owner`
  if (role === 'ADMIN') return say`You’re now an admin`
  return role === 'MEMBER' ? say`You’re now a member` : say`You’re now a viewer`
}

/** Returns title and message as of `today`. `who` is the first name of the user it is about, `household` the household's name. */
export function describeNotification(
  type: NotificationType,
  facts: NotificationFacts,
  { today, who, household }: { today: CalendarDate; who: string | null; household: string },
): { title: string; message: string } {
  if ('words' in facts) return facts.words
  if ('alert' in facts) {
    const { alert } = facts
    // Days later the text must not say 'tomorrow'.
    const isOpen = alert.kind !== 'expiring_soon' || alert.dueOn === null || alert.dueOn >= today
    return describeAlert({ ...alert, isOpen }, today)
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
