import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { undoChange } from '#domains/households/contract/index.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { callTablet, type TabletReply } from '#platform/web/api/call-tablet.ts'
import { isUnpaired } from './use-kitchen.ts'

const shownMs = 12_000
/** The subject of Undo. */
export const undoSubject = 'undo'

/** What was just done, with the change that Undo takes back, or why it wasn't. */
export interface Outcome {
  readonly text: string
  readonly isFailure: boolean
  readonly undoSeq: number | null
}

export interface Acts {
  readonly outcome: Outcome | null
  /** Whether an act on this subject waits or runs. */
  isRunning(subject: string): boolean
  /**
   * Does something, says so and reads the kitchen again. Returns whether it worked. Does nothing while an act on the same subject runs, so
   * that a double tap counts once.
   */
  run(subject: string, work: () => Promise<TabletReply<unknown>>, done: string): Promise<boolean>
  undo(): void
  dismiss(): void
}

/** Changes from this tablet, in the order of the touches. */
export function useActs(refresh: () => Promise<void>): Acts {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  // A second tap may come before the next render.
  const running = useRef<ReadonlySet<string>>(new Set())
  const [shownRunning, setShownRunning] = useState(running.current)
  useEffect(() => {
    if (outcome === null || outcome.isFailure) return
    const timer = setTimeout(() => setOutcome(null), shownMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const perform = async (work: () => Promise<TabletReply<unknown>>, text: string, canUndo: boolean) => {
    setOutcome(null)
    try {
      const { seq } = await work()
      setOutcome({ text, isFailure: false, undoSeq: canUndo ? seq : null })
      return true
    } catch (error) {
      // Reading the kitchen again shows that the tablet was ended.
      if (!isUnpaired(error)) setOutcome({ text: sentenceOf(error), isFailure: true, undoSeq: null })
      return false
    } finally {
      await refresh()
    }
  }
  const setRunning = (subjects: readonly string[]) => {
    running.current = new Set(subjects)
    setShownRunning(running.current)
  }
  const inOrder = async (subject: string, work: () => Promise<TabletReply<unknown>>, text: string, canUndo: boolean) => {
    if (running.current.has(subject)) return false
    setRunning([...running.current, subject])
    const result = last.current.then(() => perform(work, text, canUndo))
    last.current = result
    try {
      return await result
    } finally {
      setRunning([...running.current].filter((other) => other !== subject))
    }
  }
  const undoSeq = outcome?.undoSeq ?? null
  return {
    outcome,
    isRunning: (subject) => shownRunning.has(subject),
    run: (subject, work, done) => inOrder(subject, work, done, true),
    undo() {
      if (undoSeq !== null) void inOrder(undoSubject, () => callTablet(undoChange, { params: { seq: undoSeq } }), t`Undone`, false)
    },
    dismiss: () => setOutcome(null),
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return t`No connection, so this may not be saved. Check it once it’s back.`
  if (error instanceof ApiError && error.status === 404) return t`Someone else just changed this.`
  return errorMessage(error, t`That didn’t work. Try again.`)
}
