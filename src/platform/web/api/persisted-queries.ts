import { currentSession, localState } from '../session/session.ts'

/** Enough to tell one session from another, too little to be one. */
function sessionMark(): string {
  let hash = 2166136261
  for (const letter of currentSession().token ?? '') hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619)
  return (hash >>> 0).toString(36)
}

const nameOf = (queryKey: readonly unknown[]) => `kept ${JSON.stringify(queryKey)}`

/** Keeps an answer on this device, for this session only: with it a start without a network knows who is here. */
export function persistReply(queryKey: readonly unknown[], data: unknown): void {
  localState.write(nameOf(queryKey), JSON.stringify({ session: sessionMark(), data }))
}

/** The kept answer; undefined when there is none of this session. */
export function persistedReply<Data>(queryKey: readonly unknown[]): Data | undefined {
  try {
    const kept: unknown = JSON.parse(localState.read(nameOf(queryKey)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('session' in kept) || !('data' in kept)) return undefined
    return kept.session === sessionMark() ? (kept.data as Data) : undefined
  } catch {
    return undefined
  }
}
