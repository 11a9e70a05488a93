import { type AlertFacts, describeAlert } from '#domains/alerts/rules/alert-today.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { Role } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import type { MembershipNotificationData, NotificationType, TargetProblem } from '../contract/index.ts'

/** What the text of a notification is built from; stored as JSON. */
export type NotificationFacts =
  | { alert: AlertFacts }
  | { people: MembershipNotificationData }
  | { loan: LoanFacts }
  | { circle: CircleFacts }
  | { link: LinkFacts }
  | { app: AppFacts }
  | { words: { title: string; message: string } }

/** Whether it is about food that expires today or earlier. */
export const isForToday = (facts: NotificationFacts, today: CalendarDate): boolean =>
  'alert' in facts && facts.alert.dueOn !== null && facts.alert.dueOn <= today

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
  if ('link' in facts) return describeLink(facts.link)
  if ('app' in facts) return describeFailedApp(facts.app)
  const someone = who ?? say`Someone`
  if ('loan' in facts) return describeLoan(facts.loan, facts.loan.household ?? someone)
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

/** What happened to a loan, as seen by one of its households. An expired request is `unanswered`; an accepted one not picked up is `unfetched`. */
export type LoanStep =
  | 'asked'
  | 'accepted'
  | 'rejected'
  | 'called_off'
  | 'released'
  | 'unanswered'
  | 'unfetched'
  | 'fetched'
  | 'taken'
  // By the other household after pickup: returned, waived, reopened after that, or the loan undone.
  | 'returned'
  | 'never_mind'
  | 'owed_again'
  | 'taken_back'
  // By a household on another server, which hands over what it lends.
  | 'handed_over'

interface LoanFacts {
  step: LoanStep
  /** The user who did it; null if it expired, or a household on another server did. */
  userId: string | null
  /** What that household calls itself. */
  household?: string
  food: string
  /** With its unit, as displayed: `2 l`. */
  amount: string
}

/** Of a household on another server: it accepted an invitation, confirmed the link or ended it. */
interface LinkFacts {
  step: 'asked' | 'confirmed' | 'ended'
  household: string
}

function describeLink({ step, household }: LinkFacts): Texts {
  if (step === 'asked')
    return { title: say`${household} accepted your invitation`, message: say`Confirm the link under Circles before you share with them.` }
  if (step === 'confirmed')
    return {
      title: say`You’re linked with ${household}`,
      message: say`What you share with circles, they can now borrow, and you from them.`,
    }
  return { title: say`${household} ended the link`, message: say`You can no longer borrow from each other.` }
}

export interface CircleFacts {
  userId: string
  circle: string
  offer?: { food: string; amount: string }
  /** The recipient joined, approved by `userId`. */
  isMe?: boolean
}

/** A message target that accepts no more messages. */
interface AppFacts {
  name: string
  problem: TargetProblem
}

function describeFailedApp({ name, problem }: AppFacts): Texts {
  return {
    title: say`${name} no longer gets your notifications`,
    message:
      problem === 'denied'
        ? say`The server rejected the token. Add the app again under Settings → Notifications.`
        : say`The server doesn’t know the topic, chat or address. Check it under Settings → Notifications.`,
  }
}

interface Texts {
  title: string
  message: string
}

/** `who` is the first name of the user who did it. */
function describeLoan({ step, userId, food, amount }: LoanFacts, who: string): Texts {
  switch (step) {
    case 'asked':
      return { title: say`${who} asked for ${food}`, message: say`Amount: ${amount}. Accept or reject it under Incoming Requests.` }
    case 'accepted':
      return { title: say`${who} agreed to lend you ${food}`, message: say`Ready for pickup: ${amount}.` }
    case 'rejected':
      return { title: say`${who} can’t spare ${food}`, message: say`You asked for ${amount}.` }
    case 'called_off':
      return {
        title: say`Your request for ${food} was declined`,
        message: userId === null ? say`The loan of ${amount} was cancelled.` : say`${who} cancelled the loan of ${amount}.`,
      }
    case 'released':
      return { title: say`Available again: ${food}`, message: say`The ${amount} you promised won’t be picked up.` }
    case 'unanswered':
      return { title: say`Your request for ${food} expired`, message: say`Your request for ${amount} has expired.` }
    case 'unfetched':
      return { title: say`Not picked up: ${food}`, message: say`The loan of ${amount} has expired.` }
    case 'fetched':
      return { title: say`${who} picked up ${food}`, message: say`Moved to their inventory: ${amount}.` }
    case 'taken':
      return { title: say`${who} claimed your ${food}`, message: say`Waiting for pickup: ${amount} from your offer.` }
    case 'returned':
      return { title: say`${who} settled ${food}`, message: say`${amount}: returned. Nothing is owed.` }
    case 'never_mind':
      return { title: say`${who} waived the return of ${food}`, message: say`No need to return ${amount}.` }
    case 'owed_again':
      return { title: say`Owed again: ${food}`, message: say`${who} reopened the settled loan of ${amount}.` }
    case 'taken_back':
      return { title: say`${who} cancelled the loan of ${food}`, message: say`Back in its household: ${amount}.` }
    case 'handed_over':
      return { title: say`${who} handed over ${food}`, message: say`Added to your inventory: ${amount}.` }
  }
}

/** `who` is the first name of the user it is about. */
function describeCircleEvent(type: NotificationType, { circle, offer, isMe }: CircleFacts, who: string): Texts {
  if (offer)
    return { title: say`${who} is giving away ${offer.food}`, message: say`${offer.amount}: first come, first served in ${circle}.` }
  if (type === 'circle_invite') return { title: say`${who} invited you to ${circle}`, message: say`We’ve emailed you a link to join.` }
  if (type === 'circle_ask')
    return { title: say`${who} wants to join ${circle}`, message: say`Approve or decline in the circle’s settings.` }
  if (isMe) return { title: say`You joined ${circle}`, message: say`${who} approved your request. Link your household to share.` }
  return { title: say`${who} joined ${circle}`, message: say`They can now see what the circle shares.` }
}
