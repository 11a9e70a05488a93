import type { LiveFrame } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import type { Change } from '../changes/change-log.ts'
import type { Reader } from '../database/index.ts'
import { withLanguage } from '../i18n/current-language.ts'

/** Returns a domain's additional frames for changes, by change number. */
export type LiveFrameSource = (q: Reader, householdId: HouseholdId, changes: readonly Change[]) => Promise<Map<number, LiveFrame[]>>

/** Returns the event-stream text of each change: the frames of all views, then the plain frame that every change has. */
export async function renderChanges(
  q: Reader,
  views: readonly LiveFrameSource[],
  householdId: HouseholdId,
  changes: readonly Change[],
  language: Language,
): Promise<string[]> {
  const framesByView = await withLanguage(language, () => Promise.all(views.map((view) => view(q, householdId, changes))))
  return changes.map((change) => {
    const frames: LiveFrame[] = framesByView.flatMap((frames) => frames.get(change.seq) ?? [])
    frames.push({
      channel: channelOf(householdId),
      event: change.name,
      payload: { seq: change.seq, userId: change.actorId, ...(change.payload as object) },
    })
    // Only the last frame has the id, so that a client disconnected within a change receives all of it again.
    return frames.map((frame, i) => `${i === frames.length - 1 ? `id: ${change.seq}\n` : ''}${blockOf(frame)}`).join('')
  })
}

/** Tells the client to reload everything. The log is at `seq`. */
export const resyncText = (householdId: HouseholdId, seq: number): string =>
  `event: resync\nid: ${seq}\n${blockOf({ channel: channelOf(householdId), event: 'resync', payload: null })}`

/** Tells that something changed, and nothing else. */
export const changedText = (householdId: HouseholdId, seq: number): string =>
  `id: ${seq}\n${blockOf({ channel: channelOf(householdId), event: 'changed', payload: null })}`

export const userSignalText = (userId: string, event: string): string => blockOf({ channel: `person:${userId}`, event, payload: null })

const channelOf = (householdId: HouseholdId) => `changes:${householdId}`
const blockOf = (frame: LiveFrame) => `data: ${JSON.stringify(frame)}\n\n`
