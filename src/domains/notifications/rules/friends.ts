import { say } from '#platform/contract/say.ts'
import type { NotificationType } from '../contract.ts'

/** What befell a loan, as told to one of its sides; a request nobody answered is `unanswered`, one nobody fetched `unfetched`. */
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
  // After it was fetched, by the other side: given back, let go, opened again after that, or the whole loan undone.
  | 'returned'
  | 'never_mind'
  | 'owed_again'
  | 'taken_back'

export interface LoanFacts {
  step: LoanStep
  /** The other side; null where nobody did it. */
  userId: string | null
  food: string
  /** In words. */
  amount: string
}

export interface CircleFacts {
  userId: string
  circle: string
  offer?: { food: string; amount: string }
  /** It is the reader who came in; `userId` let them. */
  isMe?: boolean
}

interface Words {
  title: string
  message: string
}

/** `who`: the first name of the other side. */
export function tellLoan({ step, userId, food, amount }: LoanFacts, who: string): Words {
  switch (step) {
    case 'asked':
      return { title: say`${who} asks for ${food}`, message: say`${amount}. Say yes or no under Incoming Requests.` }
    case 'accepted':
      return { title: say`${who} lends you ${food}`, message: say`${amount}, waiting to be fetched.` }
    case 'rejected':
      return { title: say`${who} cannot spare ${food}`, message: say`You had asked for ${amount}.` }
    case 'called_off':
      return {
        title: say`No ${food} this time`,
        message: userId === null ? say`The loan of ${amount} is off.` : say`${who} called off the loan of ${amount}.`,
      }
    case 'released':
      return { title: say`${food} is yours again`, message: say`${amount} that you had promised will not be fetched.` }
    case 'unanswered':
      return { title: say`No answer about ${food}`, message: say`Your request for ${amount} has expired.` }
    case 'unfetched':
      return { title: say`${food} was not fetched`, message: say`The loan of ${amount} has expired.` }
    case 'fetched':
      return { title: say`${who} has fetched ${food}`, message: say`${amount} moved to their kitchen.` }
    case 'taken':
      return { title: say`${who} takes your ${food}`, message: say`${amount} from your offer, waiting to be fetched.` }
    case 'returned':
      return { title: say`${who} settled ${food}`, message: say`${amount}: returned. Nothing is owed for it.` }
    case 'never_mind':
      return { title: say`${who} says never mind about ${food}`, message: say`${amount} need not be given back.` }
    case 'owed_again':
      return { title: say`${food} is owed again`, message: say`${who} took back that ${amount} was settled.` }
    case 'taken_back':
      return { title: say`${who} took back the loan of ${food}`, message: say`${amount} went back to the kitchen it came from.` }
  }
}

/** `who`: the first name of the person it speaks of. */
export function tellCircle(type: NotificationType, { circle, offer, isMe }: CircleFacts, who: string): Words {
  if (offer) return { title: say`${who} gives away ${offer.food}`, message: say`${offer.amount} for whoever in ${circle} is first.` }
  if (type === 'circle_invite')
    return { title: say`${who} invites you to ${circle}`, message: say`The link to join is in the mail we sent you.` }
  if (type === 'circle_ask')
    return { title: say`${who} asks to join ${circle}`, message: say`Let them in, or not, in the circle’s settings.` }
  if (isMe) return { title: say`You are in ${circle}`, message: say`${who} let you in. Link your household to share.` }
  return { title: say`${who} joined ${circle}`, message: say`They see what is shared there.` }
}
