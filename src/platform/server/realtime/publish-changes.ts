import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import { type Change, changesAfter } from '../changes/change-log.ts'
import type { Database, Reader } from '../database/index.ts'
import { changedText, type LiveFrameSource, renderChanges } from './frames.ts'
import { endDisallowedStreams, type HouseholdStreams, type StreamAccess, type StreamRegistry, startedIn } from './stream-registry.ts'

const retryMs = 2_000
const maxBatch = 200

/** Sends a household's new changes to its streams. Further calls during a run make it look once more. */
export type PublishChanges = (householdId: HouseholdId, household: HouseholdStreams) => Promise<void>

/** Changes are rendered once for each language of a household's streams. */
export function createChangePublisher(
  database: Database,
  registry: StreamRegistry,
  views: readonly LiveFrameSource[],
  { filterAllowed, endedBy }: StreamAccess,
  log: (message: string) => void,
): PublishChanges {
  const endsMemberships = ({ name }: Change) => endedBy.includes(name)

  async function publishBatch(householdId: HouseholdId, household: HouseholdStreams, from: number): Promise<void> {
    const languages = new Set(startedIn(household).flatMap(({ isSignal, language }) => (isSignal ? [] : [language])))
    const { changes, texts } = await database.read(householdId, (q) => readBatch(q, views, endsMemberships, householdId, from, languages))
    const last = changes.at(-1)
    if (!last) return
    // A stream that joined during the read may have lowered it; the next batch starts there.
    if (household.publishedSeq === from) household.publishedSeq = last.seq
    if (changes.length === maxBatch || endsMemberships(last)) household.hasNewChanges = true
    for (const stream of startedIn(household)) {
      const firstUnsent = stream.sentSeq < from ? -1 : changes.findIndex((change) => change.seq > stream.sentSeq)
      if (firstUnsent < 0) continue
      const text = texts.get(stream.language)
      if (stream.isSignal) registry.send(stream, changedText(householdId, last.seq), last.seq)
      else if (text) registry.send(stream, text.slice(firstUnsent).join(''), last.seq)
      else {
        // Joined during the read with another language: the next batch includes it.
        household.publishedSeq = Math.min(household.publishedSeq ?? stream.sentSeq, stream.sentSeq)
        household.hasNewChanges = true
      }
    }
    if (endsMemberships(last)) await endDisallowedStreams(database, registry, filterAllowed, household.streams, { onError: 'end' })
  }

  return async function publishChanges(householdId, household) {
    household.hasNewChanges = true
    if (household.isPublishing) return
    household.isPublishing = true
    try {
      while (household.hasNewChanges && household.publishedSeq !== null && household.streams.size > 0) {
        household.hasNewChanges = false
        await publishBatch(householdId, household, household.publishedSeq)
      }
    } catch (error) {
      log(`changes could not be sent: ${reasonOf(error)}`)
      // Reads the same changes again, even without a new one.
      household.retry ??= setTimeout(() => {
        household.retry = undefined
        void publishChanges(householdId, household)
      }, retryMs).unref()
    } finally {
      household.isPublishing = false
    }
  }
}

/** Stops after a change that ends memberships, so that later changes are sent only once the streams it ends are closed. */
async function readBatch(
  q: Reader,
  views: readonly LiveFrameSource[],
  endsMemberships: (change: Change) => boolean,
  householdId: HouseholdId,
  from: number,
  languages: Iterable<Language>,
): Promise<{ changes: Change[]; texts: Map<Language, string[]> }> {
  const found = await changesAfter(q, householdId, from, maxBatch)
  const ending = found.findIndex(endsMemberships)
  const changes = ending < 0 ? found : found.slice(0, ending + 1)
  const texts = new Map<Language, string[]>()
  if (changes.length > 0)
    for (const language of languages) texts.set(language, await renderChanges(q, views, householdId, changes, language))
  return { changes, texts }
}
