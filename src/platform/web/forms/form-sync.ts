import { useEffect, useReducer, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

interface FormSync<Row, Name> {
  /** The row as the person last saw it; its version goes into `If-Match`. */
  known: Row
  /** Continues from the row that a 412 response brought. */
  follow(row: Row & object): void
  /** Shows the row that was saved. */
  showSaved(row: Row & object): void
  /** Returns the fields that differ from the row. */
  changed(): Name[]
}

const isDifferent = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/**
 * Keeps an open form in sync with its row. Changes by others appear in untouched fields once these lose focus; edited fields keep what
 * was typed.
 * If a change by others touches an edited field, `known` keeps the old version, so saving fails with 412 and the person is asked. Fields
 * in a group of `together` (e.g. an amount and its unit) count as edited together. `row` is null for a row that doesn't exist yet.
 */
export function useFormSync<Row extends { version: number } | null, Fields extends FieldValues, Sent>(
  row: Row,
  { reset, getValues }: UseFormReturn<Fields, unknown, Sent>,
  fieldsOf: (row: Row) => Fields,
  together: readonly (readonly (keyof Fields)[])[] = [],
): FormSync<Row, keyof Fields> {
  const [known, setKnown] = useState(row)
  const shown = useRef(row)
  const [, rerender] = useReducer((times: number) => times + 1, 0)

  const changed = (): (keyof Fields)[] => {
    const [shownFields, is] = [fieldsOf(shown.current), getValues()]
    return Object.keys(shownFields).filter((name) => isDifferent(shownFields[name], is[name as keyof Fields]))
  }
  /** Returns the edited fields and the fields grouped with them. */
  const editedFields = () => {
    const own = changed()
    return new Set([...own, ...together.filter((group) => group.some((name) => own.includes(name))).flat()])
  }
  const showRow = (next: Row & object) => {
    const [edited, values, fresh] = [editedFields(), getValues(), fieldsOf(next)]
    shown.current = next
    // The first reset sets the defaults, the second the values, so that edited fields (including list rows) count as dirty against the
    // new row.
    const resetOptions = { keepFieldsRef: true, keepErrors: true, keepIsSubmitted: true }
    reset(fresh as DefaultValues<Fields>, { ...resetOptions, keepValues: true })
    for (const name of edited) fresh[name] = values[name]
    reset(fresh as DefaultValues<Fields>, { ...resetOptions, keepDefaultValues: true })
  }
  useEffect(() => {
    if (!row || row.version <= (shown.current?.version ?? row.version)) return
    const [knownFields, shownFields, is] = [fieldsOf(known), fieldsOf(shown.current), fieldsOf(row)]
    const edited = editedFields()
    const focused = document.activeElement?.getAttribute('name')?.split('.')[0] ?? ''
    if (!edited.has(focused) && isDifferent(shownFields[focused], is[focused])) {
      // Don't change a field that has focus.
      document.addEventListener('focusout', rerender, { once: true })
      return () => document.removeEventListener('focusout', rerender)
    }
    showRow(row)
    if ([...edited].every((name) => !isDifferent(knownFields[name], is[name]))) setKnown(row)
    return
  })
  const follow = (next: Row & object) => {
    showRow(next)
    setKnown(next)
  }
  const showSaved = (saved: Row & object) => {
    shown.current = saved
    reset(fieldsOf(saved) as DefaultValues<Fields>, { keepFieldsRef: true })
    setKnown(saved)
  }
  return { known, follow, showSaved, changed }
}

interface Draft<T> {
  /** The server's value with the local edits applied: what the form shows. */
  shown: T
  change(next: T): void
  /** Applies the local edits to the server's latest value: what to send. */
  applyTo(newest: T): T
  /** Drops the local edits after they were saved. */
  clear(): void
}

/** Edits settings that are saved as one object, possibly on two devices. Fields not edited here keep the other device's values. */
export function useDraft<T extends object>(now: T): Draft<T> {
  const [{ base, draft }, set] = useState({ base: now, draft: now })
  return {
    shown: rebase(base, draft, now),
    change: (next) => set({ base: now, draft: next }),
    applyTo: (newest) => rebase(base, draft, newest),
    clear: () => set({ base: now, draft: now }),
  }
}

const hasFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns `now` with the fields of `draft` that differ from `base`, recursively. */
function rebase<T>(base: T, draft: T, now: T): T {
  if (!hasFields(base) || !hasFields(draft) || !hasFields(now)) return Object.is(base, draft) ? now : draft
  return Object.fromEntries(Object.keys(draft).map((name) => [name, rebase(base[name], draft[name], now[name])])) as T
}
