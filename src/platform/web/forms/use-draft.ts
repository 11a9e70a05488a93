import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { debounce } from '../api/debounce.ts'
import { readDraft, removeDraft, writeDraft } from './drafts.ts'

/** What was typed into a form, and the row that it was based on. */
interface FormDraft<Row, Fields> {
  row: Row
  values: Fields
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const namesIn = (fields: object) => Object.keys(fields).toSorted().join()

/** Returns what was typed before the page was closed; null if there is nothing, or if the form had other fields then. */
export function useRestoredDraft<Row extends object | null, Fields extends FieldValues>(
  name: string | null,
  row: Row,
  fieldsOf: (row: Row) => Fields,
): FormDraft<Row, Fields> | null {
  // Only the first value counts.
  const [restored] = useState(() => {
    const stored = name === null ? null : readDraft(name)
    if (!isObject(stored) || !('row' in stored) || !('values' in stored) || !isObject(stored.values)) return null
    const isSameForm = (stored.row === null) === (row === null) && namesIn(stored.values) === namesIn(fieldsOf(row))
    return isSameForm ? (stored as FormDraft<Row, Fields>) : null
  })
  return restored
}

/**
 * Shows what was typed in a form, once. Leaves the defaults, so that it counts as edited. Returns whether that is shown, and a function
 * to set it once it was saved or discarded.
 */
export function useShowDraft<Fields extends FieldValues, Sent>(
  { reset }: Pick<UseFormReturn<Fields, unknown, Sent>, 'reset'>,
  restored: FormDraft<unknown, Fields> | null,
): [isRestored: boolean, setRestored: (isRestored: boolean) => void] {
  const [isRestored, setRestored] = useState(restored !== null)
  useEffect(() => {
    if (restored) reset(restored.values, { keepDefaultValues: true, keepFieldsRef: true })
  }, [reset, restored])
  return [isRestored, setRestored]
}

/** How long typing pauses before it is stored. */
const pauseMs = 300

/** Keeps what is typed on this device. `current` returns it, or null if nothing differs from the row. */
export function useDraft<Row, Fields extends FieldValues, Sent>(
  name: string | null,
  { subscribe }: Pick<UseFormReturn<Fields, unknown, Sent>, 'subscribe'>,
  current: () => FormDraft<Row, Fields> | null,
): { store: () => void; drop: () => void } {
  const cancel = useRef(() => {})
  const store = () => {
    cancel.current()
    const draft = current()
    if (name === null) return
    if (draft) writeDraft(name, draft)
    else removeDraft(name)
  }
  const drop = () => {
    cancel.current()
    if (name !== null) removeDraft(name)
  }
  const actions = useRef({ store, drop })
  actions.current = { store, drop }
  useEffect(() => {
    if (name === null) return
    let isWaiting = false
    const storeNow = () => {
      if (isWaiting) actions.current.store()
    }
    const soon = debounce(pauseMs, storeNow)
    cancel.current = () => {
      isWaiting = false
      soon.cancel()
    }
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        isWaiting = true
        soon.call()
      },
    })
    // The last event before a phone ends a page.
    document.addEventListener('visibilitychange', storeNow)
    return () => {
      unsubscribe()
      document.removeEventListener('visibilitychange', storeNow)
      storeNow()
    }
  }, [name, subscribe])
  return { store, drop }
}
