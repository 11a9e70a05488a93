/**
 * One change somebody made here, as it waits on this device until the server has it.
 *
 * `intent` is what the person meant, in the words of its domain; the domain folds it over the last answer of the server to draw the
 * screen. `request` is how it is sent, fixed when it was made: a repeated Idempotency-Key must come with the same body, even after an
 * update of the app.
 */
export interface Operation {
  /** Also the Idempotency-Key. */
  readonly id: string
  readonly user: string
  readonly household: string
  /** Whose intent it is: the name of a domain. */
  readonly kind: string
  /** For people: 'Check off Milk'. */
  readonly words: string
  readonly intent: unknown
  readonly request: Sending
  /** An operation before it, whose change number stands for `{seq}` in the address: the one that this one takes back. */
  readonly after: string | null
  /** Stays until a read has shown it; else it is done when it is sent. */
  readonly untilRead: boolean
  /** UTC. */
  readonly at: string
}

export interface Sending {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From `/api` on; may hold `{seq}`. */
  readonly address: string
  readonly body?: unknown
}

/** Why the server would not have it. */
export interface Refusal {
  readonly status: number
  readonly code: string
  /** For people. */
  readonly sentence: string
}

/** An operation with its place in the line and what became of it. */
export interface PendingMutation extends Operation {
  /** Larger is later; infinite until it is written down. */
  readonly order: number
  readonly state: 'waiting' | 'sent' | 'refused'
  /** It may have reached the server: from here on it can only be taken back by another change. */
  readonly tried: boolean
  /** The change it became; null: none, or not known. */
  readonly seq: number | null
  /** When the answer came, in milliseconds of this device's clock. */
  readonly settledAt: number | null
  readonly refusal: Refusal | null
  /** Its answer still says something that waiting changes hang on (under which name a row is kept), also after a read has shown it. */
  readonly isLasting: boolean
}

/** How records are written today. Older ones are read for good; a newer one (after a step back) is kept and shown, never sent. */
export const format = 1

export type Stored = PendingMutation & { readonly format: number }

/** A record as it is kept. */
export const stored = (mutation: PendingMutation): Stored => ({ ...mutation, format })

const text = (value: unknown): value is string => typeof value === 'string'

/** Reads a record of any release; null when it is none of ours. What an older release did not write yet is filled in. */
export function readStored(record: unknown): PendingMutation | null {
  if (typeof record !== 'object' || record === null) return null
  const raw = record as Partial<Record<keyof Stored, unknown>>
  if (!text(raw.id) || !text(raw.user) || !text(raw.household) || typeof raw.order !== 'number') return null
  const mutation: PendingMutation = {
    id: raw.id,
    user: raw.user,
    household: raw.household,
    order: raw.order,
    kind: text(raw.kind) ? raw.kind : '',
    words: text(raw.words) ? raw.words : /*i18n*/ 'A change',
    intent: raw.intent ?? null,
    request: isSending(raw.request) ? raw.request : { method: 'POST', address: '' },
    after: text(raw.after) ? raw.after : null,
    untilRead: raw.untilRead === true,
    at: text(raw.at) ? raw.at : new Date(0).toISOString(),
    state: raw.state === 'sent' || raw.state === 'refused' ? raw.state : 'waiting',
    tried: raw.tried === true,
    seq: typeof raw.seq === 'number' ? raw.seq : null,
    settledAt: typeof raw.settledAt === 'number' ? raw.settledAt : null,
    refusal: isRefusal(raw.refusal) ? raw.refusal : null,
    isLasting: raw.isLasting === true,
  }
  const readable = typeof raw.format === 'number' && raw.format <= format && mutation.request.address !== ''
  return readable || mutation.state === 'refused' ? mutation : { ...mutation, state: 'refused', refusal: notRead }
}

const notRead: Refusal = {
  status: 0,
  code: 'format',
  sentence: /*i18n*/ 'This change was saved by a different version of Larder and can’t be read.',
}

function isSending(value: unknown): value is Sending {
  return typeof value === 'object' && value !== null && 'method' in value && text(value.method) && 'address' in value && text(value.address)
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'sentence' in value && text(value.sentence)
}
