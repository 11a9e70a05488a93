import { currentSession, localState } from '../session/session.ts'

/** Hashes the session token, so that a stored reply can be matched to its session without storing the token. */
function sessionMark(): string {
  let hash = 2166136261
  for (const letter of currentSession().token ?? '') hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619)
  return (hash >>> 0).toString(36)
}

const nameOf = (queryKey: readonly unknown[]) => `kept ${JSON.stringify(queryKey)}`

/** Stores a reply on this device for the current session, so that the app can start offline. */
export function persistReply(queryKey: readonly unknown[], data: unknown): void {
  localState.write(nameOf(queryKey), JSON.stringify({ session: sessionMark(), data }))
}

/** Returns the stored reply, or undefined if the current session has none. */
export function persistedReply<Data>(queryKey: readonly unknown[]): Data | undefined {
  try {
    const kept: unknown = JSON.parse(localState.read(nameOf(queryKey)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('session' in kept) || !('data' in kept)) return undefined
    return kept.session === sessionMark() ? (kept.data as Data) : undefined
  } catch {
    return undefined
  }
}
