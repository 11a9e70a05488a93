import { useState } from 'react'
import { currentSession, sessionState } from '../session/session.ts'

/** What was typed and not saved yet, so that a closed tab doesn't lose it. */
interface Draft {
  household: string | null
  /** What it was typed into, such as a form with the id of its row. */
  name: string
  /** In milliseconds since the epoch. */
  at: number
  content: unknown
}

const stateName = 'drafts'
const maxAgeMs = 7 * 86_400_000
const maxDrafts = 20
/** Characters of one draft. A longer one isn't kept. */
export const maxDraftLength = 100_000
/** Characters of all drafts. Older ones make room. */
const maxTotalLength = 300_000

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'name' in value && 'household' in value && 'at' in value && typeof value.at === 'number'

/** Returns drafts of the signed-in person, newest first. Deletes expired ones. */
function readDrafts(): Draft[] {
  const stored = sessionState.read(stateName)
  if (!Array.isArray(stored)) return []
  const now = Date.now()
  const drafts = stored.filter((one) => isDraft(one) && now - one.at < maxAgeMs)
  if (drafts.length < stored.length) writeDrafts(drafts)
  return drafts
}

function writeDrafts(drafts: readonly Draft[]): void {
  let length = 0
  const fitting = drafts.slice(0, maxDrafts).filter((draft) => {
    length += JSON.stringify(draft).length
    return length <= maxTotalLength
  })
  if (fitting.length === 0) sessionState.remove(stateName)
  else sessionState.write(stateName, fitting)
}

const isSame = (name: string) => {
  const { household } = currentSession()
  return (draft: Draft) => draft.name === name && draft.household === household
}

/** Returns what was typed in the current household under this name; undefined if nothing is kept. */
export const readDraft = (name: string): unknown => readDrafts().find(isSame(name))?.content

/** Keeps what was typed on this device for a week. Sign-out deletes it, and nothing is kept after it. */
export function writeDraft(name: string, content: unknown): void {
  const { token, household } = currentSession()
  if (token === null) return
  const is = isSame(name)
  const others = readDrafts().filter((draft) => !is(draft))
  const fits = JSON.stringify(content).length <= maxDraftLength
  writeDrafts(fits ? [{ household, name, at: Date.now(), content }, ...others] : others)
}

export function removeDraft(name: string): void {
  const drafts = readDrafts()
  const is = isSame(name)
  if (drafts.some(is)) writeDrafts(drafts.filter((draft) => !is(draft)))
}

/** Removes the drafts of households for which `isKept` is false. */
export function keepDrafts(isKept: (household: string) => boolean): void {
  const drafts = readDrafts()
  const kept = drafts.filter(({ household }) => household === null || isKept(household))
  if (kept.length < drafts.length) writeDrafts(kept)
}

/** Like `useState` for a line of text that is kept as a draft until it is empty. */
export function useDraftText(name: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => {
    const kept = readDraft(name)
    return typeof kept === 'string' ? kept : ''
  })
  const change = (next: string) => {
    setText(next)
    if (next === '') removeDraft(name)
    else writeDraft(name, next)
  }
  return [text, change]
}
