import type { Endpoint, ReplyOf } from '#platform/shared/endpoint.ts'
import type { LocalContext, LocalTables } from '#platform/shared/local-tables.ts'

/** A read that rows on this device may be able to reply to. */
export interface LocalQuery<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  readonly args: { readonly params?: object; readonly query?: object }
  readonly household: string | null
}

/** Replies from the rows of a household that this device keeps. */
export interface LocalSource {
  /** Returns the reply as of now; undefined if this device has none, or if the server must be asked first and may be reachable. */
  peek(question: LocalQuery, isUnreachable?: boolean): unknown
  /** Like `peek`, once the device has the latest changes or knows that it can't get them. */
  reply(question: LocalQuery): Promise<unknown>
  /** Returns what `derive` makes of a household's rows; undefined if this device has none. */
  derive<T>(household: string | null, derive: (tables: LocalTables, context: LocalContext) => T): T | undefined
  /** Notes a write of this device, with its change number if it has one. */
  noteWrite(household: string | null, seq: number | null): void
}

interface State {
  source: LocalSource | null
  loading: Promise<LocalSource | null> | null
  /** When the source was set, in ms since the epoch. */
  since: number
}
const state: State = { source: null, loading: null, since: 0 }

/** Sets the source, or one that is loading: until then, whichever of it and the server replies first wins. Null ends it. */
export function setLocalSource(source: LocalSource | Promise<LocalSource | null> | null): void {
  state.source = source instanceof Promise ? null : source
  state.loading = source instanceof Promise ? source : null
  state.since = Date.now()
}

export const noteWrite: LocalSource['noteWrite'] = (household, seq) => state.source?.noteWrite(household, seq)

/** Returns what this device knows; undefined if it can't reply. */
export const peekLocally = <E extends Endpoint>(question: LocalQuery<E>, isUnreachable = false): ReplyOf<E> | undefined =>
  // The registered reply of an endpoint has its type.
  state.source?.peek(question, isUnreachable) as ReplyOf<E> | undefined

/** Returns what `derive` makes of a household's rows; undefined if this device has none. */
export const deriveLocally: LocalSource['derive'] = (household, derive) => state.source?.derive(household, derive)

/** Whether a reply comes from this device, with its pending changes. `updatedAt` is that of its query: 0 for initial data. */
export const isFromDevice = (household: string | null, updatedAt: number): boolean =>
  (updatedAt === 0 || updatedAt >= state.since) && (deriveLocally(household, () => true) ?? false)

/** The source if it is set, and the one that is loading. */
export const localSources = (): Pick<State, 'source' | 'loading'> => state
