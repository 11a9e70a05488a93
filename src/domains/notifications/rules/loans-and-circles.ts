import { say } from '#platform/shared/say.ts'
import type { NotificationType } from '../contract/index.ts'

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

export interface LoanFacts {
  step: LoanStep
  /** The user who did it; null if it expired. */
  userId: string | null
  food: string
  /** With its unit, as displayed: `2 l`. */
  amount: string
}

export interface CircleFacts {
  userId: string
  circle: string
  offer?: { food: string; amount: string }
  /** The recipient joined, approved by `userId`. */
  isMe?: boolean
}

interface Texts {
  title: string
  message: string
}

/** `who` is the first name of the user who did it. */
export function describeLoan({ step, userId, food, amount }: LoanFacts, who: string): Texts {
  switch (step) {
    case 'asked':
      return { title: say`${who} asked for ${food}`, message: say`${amount}. Accept or reject it under Incoming Requests.` }
    case 'accepted':
      return { title: say`${who} agreed to lend you ${food}`, message: say`${amount}, ready for pickup.` }
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
      return { title: say`${who} claimed your ${food}`, message: say`${amount} from your offer, waiting for pickup.` }
    case 'returned':
      return { title: say`${who} settled ${food}`, message: say`${amount}: returned. Nothing is owed.` }
    case 'never_mind':
      return { title: say`${who} waived the return of ${food}`, message: say`No need to return ${amount}.` }
    case 'owed_again':
      return { title: say`Owed again: ${food}`, message: say`${who} reopened the settled loan of ${amount}.` }
    case 'taken_back':
      return { title: say`${who} cancelled the loan of ${food}`, message: say`Back in its household: ${amount}.` }
  }
}

/** `who` is the first name of the user it is about. */
export function describeCircleEvent(type: NotificationType, { circle, offer, isMe }: CircleFacts, who: string): Texts {
  if (offer)
    return { title: say`${who} is giving away ${offer.food}`, message: say`${offer.amount}: first come, first served in ${circle}.` }
  if (type === 'circle_invite') return { title: say`${who} invited you to ${circle}`, message: say`We’ve emailed you a link to join.` }
  if (type === 'circle_ask')
    return { title: say`${who} wants to join ${circle}`, message: say`Approve or decline in the circle’s settings.` }
  if (isMe) return { title: say`You joined ${circle}`, message: say`${who} approved your request. Link your household to share.` }
  return { title: say`${who} joined ${circle}`, message: say`They can now see what the circle shares.` }
}
