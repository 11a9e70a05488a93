import type { ProblemDocument } from '#platform/shared/problem.ts'

/**
 * A change made on this device, stored until the server has it.
 * `intent` describes it in its domain's terms; the domain applies it to this device's copy of the household. `request` is fixed
 * when the change is made, because a repeated idempotency key must come with the same body even after an app update.
 */
export interface Operation {
  readonly id: string
  readonly user: string
  readonly household: string
  /** The domain that owns the intent. */
  readonly kind: string
  /** Shown to people, e.g. 'Check off Milk'. */
  readonly words: string
  readonly intent: unknown
  readonly request: OperationRequest
  /** The earlier operation that this one undoes. Its change number replaces `{seq}` in the address. */
  readonly after: string | null
  /** ISO 8601 in UTC. */
  readonly at: string
}

export interface OperationRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Starts with `/api`; may contain `{seq}`. */
  readonly address: string
  readonly body?: unknown
  /** Refuses the change if someone else changed the row. */
  readonly ifMatch?: IfMatch
}

export interface IfMatch {
  /** The version of the row that the change was made on. */
  readonly version: number
  /** The ids of earlier changes of that row that waited on this device. Each that is sent adds one to the version. */
  readonly own: readonly string[]
  /** `fresh`: only if it is sent soon; `late`: only if it has waited. */
  readonly when: 'always' | 'fresh' | 'late'
}

/** A request with `{seq}` and the version filled in. */
export type ReadyRequest = Omit<OperationRequest, 'ifMatch'> & { readonly ifMatch?: number }

/** Why the server rejected a change. */
export interface Refusal {
  readonly status: number
  readonly code: string
  /** Shown to people. */
  readonly sentence: string
  /** What the server said. */
  readonly problem?: ProblemDocument | null
}

/** An operation with its position in the queue and its outcome. */
export interface PendingMutation extends Operation {
  /** Position in the queue; infinite until it is stored. */
  readonly order: number
  readonly state: 'waiting' | 'sent' | 'refused'
  /** Whether it may have reached the server. If so, only another change can undo it. */
  readonly tried: boolean
  /** The number of the resulting change in the household's log; null if none or unknown. */
  readonly seq: number | null
  /** When the response arrived, in milliseconds by this device's clock. */
  readonly settledAt: number | null
  readonly refusal: Refusal | null
  /** Whether waiting changes depend on its reply (e.g. on the id of a created row), even after the copy includes it. */
  readonly isLasting: boolean
}

/** Returns the ids of the rows that a change is about. Constant, since results are cached by it. */
export type RowsOf = (mutation: Pick<PendingMutation, 'kind' | 'intent'>) => readonly string[]

/**
 * The current record format. Older formats stay readable. Records in a newer format (after a downgrade) are kept and shown but never
 * sent.
 */
export const recordFormat = 1

export type StoredMutation = PendingMutation & { readonly format: number }

export const toStored = (mutation: PendingMutation): StoredMutation => ({ ...mutation, format: recordFormat })

const isText = (value: unknown): value is string => typeof value === 'string'

/** Reads a record of any release and fills in missing fields. Returns null if it is not one. */
export function readStored(record: unknown): PendingMutation | null {
  if (typeof record !== 'object' || record === null) return null
  const raw = record as Partial<Record<keyof StoredMutation, unknown>>
  if (!isText(raw.id) || !isText(raw.user) || !isText(raw.household) || typeof raw.order !== 'number') return null
  const mutation: PendingMutation = {
    id: raw.id,
    user: raw.user,
    household: raw.household,
    order: raw.order,
    kind: isText(raw.kind) ? raw.kind : '',
    words: isText(raw.words) ? raw.words : /*i18n*/ 'A change',
    intent: raw.intent ?? null,
    request: isSending(raw.request) ? raw.request : { method: 'POST', address: '' },
    after: isText(raw.after) ? raw.after : null,
    at: isText(raw.at) ? raw.at : new Date(0).toISOString(),
    state: raw.state === 'sent' || raw.state === 'refused' ? raw.state : 'waiting',
    tried: raw.tried === true,
    seq: typeof raw.seq === 'number' ? raw.seq : null,
    settledAt: typeof raw.settledAt === 'number' ? raw.settledAt : null,
    refusal: isRefusal(raw.refusal) ? raw.refusal : null,
    isLasting: raw.isLasting === true,
  }
  const readable = typeof raw.format === 'number' && raw.format <= recordFormat && mutation.request.address !== ''
  return readable || mutation.state === 'refused' ? mutation : { ...mutation, state: 'refused', refusal: unreadable }
}

const unreadable: Refusal = {
  status: 0,
  code: 'format',
  sentence: /*i18n*/ 'This change was saved by a different version of Larder and can’t be read.',
}

function isSending(value: unknown): value is OperationRequest {
  return (
    typeof value === 'object' && value !== null && 'method' in value && isText(value.method) && 'address' in value && isText(value.address)
  )
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'sentence' in value && isText(value.sentence)
}

/** A change that is sent later than this has waited. */
const freshMs = 10_000

/** Whether a change may be refused because someone else changed the row. `now` is in milliseconds. */
export function isConditional({ request: { ifMatch }, at }: Pick<PendingMutation, 'request' | 'at'>, now: number): boolean {
  const isLate = now - Date.parse(at) > freshMs
  return ifMatch !== undefined && (ifMatch.when === 'always' || (ifMatch.when === 'late') === isLate)
}

/** How far a copy of a household goes. Times are in milliseconds by this device's clock. */
export interface CopyState {
  /** The last change that it includes. */
  readonly seq: number
  /** When the server was last asked for everything; 0 if not since the page loaded. */
  readonly askedAt: number
  readonly now: number
}

/**
 * Whether it must be applied to a copy. If it changed nothing, because of what another person did, the copy may not include that yet.
 * A time in the future means that the clock was set back.
 */
export function isMissingFromCopy({ state, seq, settledAt }: PendingMutation, copy: CopyState): boolean {
  if (state !== 'sent') return state === 'waiting'
  return seq === null ? (settledAt ?? 0) >= copy.askedAt && (settledAt ?? 0) <= copy.now : seq > copy.seq
}

/** How long a sent change can be undone. */
const sentRetentionMs = 60_000

/** Whether a change that the copy doesn't include undoes it or builds on it. */
const hasDependents = (mutation: PendingMutation, all: readonly PendingMutation[], copy: CopyState): boolean =>
  all.some((one) => {
    if (!isMissingFromCopy(one, copy)) return false
    const isLastingFor = mutation.isLasting && one.household === mutation.household
    return isLastingFor || one.after === mutation.id || one.request.ifMatch?.own.includes(mutation.id) === true
  })

/** Whether it was sent a while ago and a copy includes it. */
export const isExpired = (mutation: PendingMutation, all: readonly PendingMutation[], copy: CopyState): boolean =>
  mutation.state === 'sent' &&
  !isMissingFromCopy(mutation, copy) &&
  (mutation.settledAt ?? 0) < copy.now - sentRetentionMs &&
  !hasDependents(mutation, all, copy)
