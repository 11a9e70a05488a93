import type { LiveFrame } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import type { Change } from '../changes/log.ts'
import type { Reader } from '../database/index.ts'
import { withLanguage } from '../i18n/language.ts'

/** How a domain shows its changes on its own channel, beside the plain frame every change has. */
export type View = (q: Reader, householdId: HouseholdId, changes: readonly Change[]) => Promise<Map<number, LiveFrame[]>>

/** What goes over the line for each of these changes, in their order: the frames of every view that shows it, and the plain one. */
export async function textsOf(
  q: Reader,
  views: readonly View[],
  householdId: HouseholdId,
  changes: readonly Change[],
  language: Language,
): Promise<string[]> {
  const shown = await withLanguage(language, () => Promise.all(views.map((view) => view(q, householdId, changes))))
  return changes.map((change) => {
    const frames: LiveFrame[] = shown.flatMap((frames) => frames.get(change.seq) ?? [])
    frames.push({
      channel: channelOf(householdId),
      event: change.name,
      payload: { seq: change.seq, userId: change.actorId, ...(change.payload as object) },
    })
    // Only the last frame carries the id: a stream cut inside a change gets the whole change again.
    return frames.map((frame, i) => `${i === frames.length - 1 ? `id: ${change.seq}\n` : ''}${blockOf(frame)}`).join('')
  })
}

/** Everything on the screen may be out of date; the log is at `seq` now. */
export const resyncText = (householdId: HouseholdId, seq: number): string =>
  `event: resync\nid: ${seq}\n${blockOf({ channel: channelOf(householdId), event: 'resync', payload: null })}`

export const userSignalText = (userId: string, event: string): string => blockOf({ channel: `person:${userId}`, event, payload: null })

const channelOf = (householdId: HouseholdId) => `changes:${householdId}`
const blockOf = (frame: LiveFrame) => `data: ${JSON.stringify(frame)}\n\n`
