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
  const words: Record<LoanStep, Words> = {
    asked: { title: `${who} asks for ${food}`, message: `${amount}. Say yes or no under Incoming Requests.` },
    accepted: { title: `${who} lends you ${food}`, message: `${amount}, waiting to be fetched.` },
    rejected: { title: `${who} cannot spare ${food}`, message: `You had asked for ${amount}.` },
    called_off: {
      title: `No ${food} this time`,
      message: userId === null ? `The loan of ${amount} is off.` : `${who} called off the loan of ${amount}.`,
    },
    released: { title: `${food} is yours again`, message: `${amount} that you had promised will not be fetched.` },
    unanswered: { title: `No answer about ${food}`, message: `Your request for ${amount} has expired.` },
    unfetched: { title: `${food} was not fetched`, message: `The loan of ${amount} has expired.` },
    fetched: { title: `${who} has fetched ${food}`, message: `${amount} moved to their kitchen.` },
    taken: { title: `${who} takes your ${food}`, message: `${amount} from your offer, waiting to be fetched.` },
    returned: { title: `${who} settled ${food}`, message: `${amount}: returned. Nothing is owed for it.` },
    never_mind: { title: `${who} says never mind about ${food}`, message: `${amount} need not be given back.` },
    owed_again: { title: `${food} is owed again`, message: `${who} took back that ${amount} was settled.` },
    taken_back: { title: `${who} took back the loan of ${food}`, message: `${amount} went back to the kitchen it came from.` },
  }
  return words[step]
}

/** `who`: the first name of the person it speaks of. */
export function tellCircle(type: NotificationType, { circle, offer, isMe }: CircleFacts, who: string): Words {
  if (offer) return { title: `${who} gives away ${offer.food}`, message: `${offer.amount} for whoever in ${circle} is first.` }
  if (type === 'circle_invite') return { title: `${who} invites you to ${circle}`, message: 'The link to join is in the mail we sent you.' }
  if (type === 'circle_ask') return { title: `${who} asks to join ${circle}`, message: 'Let them in, or not, in the circle’s settings.' }
  if (isMe) return { title: `You are in ${circle}`, message: `${who} let you in. Link your household to share.` }
  return { title: `${who} joined ${circle}`, message: 'They see what is shared there.' }
}
