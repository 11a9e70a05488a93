import { useEffect, useReducer, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

interface FormSync<Row, Fields> {
  /** The row as the person last saw it; its version goes into `If-Match`. */
  known: Row
  /** Continues from the row that a 412 response brought. */
  follow(row: Row & object): void
  /** Shows the row that was saved. */
  showSaved(row: Row & object): void
  /** Returns the fields that differ from the row. */
  changed(): (keyof Fields)[]
  /** Returns a newer row's fields with what was edited. */
  applyTo(newest: Row & object): Fields
}

const isDifferent = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
const hasFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const versionOf = (row: object | null) => (row && 'version' in row && typeof row.version === 'number' ? row.version : undefined)

/**
 * Keeps an open form in sync with its row. Changes by others appear in untouched fields once these lose focus; edited fields keep what
 * was typed.
 * If a change by others touches an edited field, `known` keeps the old version, so saving fails with 412 and the person is asked. Fields
 * in a group of `together` (e.g. an amount and its unit) count as edited together. `row` is null for a row that doesn't exist yet. A row
 * without a version, such as settings that are saved as a whole, is newer if its fields differ. `first` is the row that the form starts
 * from, which may be older than `row`.
 */
export function useFormSync<Row extends object | null, Fields extends FieldValues, Sent>(
  row: Row,
  { reset, getValues }: UseFormReturn<Fields, unknown, Sent>,
  fieldsOf: (row: Row) => Fields,
  together: readonly (readonly (keyof Fields)[])[] = [],
  first = row,
): FormSync<Row, Fields> {
  const [known, setKnown] = useState(first)
  const shown = useRef(known)
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
  const applyTo = (newest: Row & object) => rebase(fieldsOf(shown.current), getValues(), fieldsOf(newest))
  const showRow = (next: Row & object) => {
    const [own, edited, values, fresh, merged] = [changed(), editedFields(), getValues(), fieldsOf(next), applyTo(next)]
    shown.current = next
    // The first reset sets the defaults, the second the values, so that edited fields (including list rows) count as dirty against the
    // new row.
    const resetOptions = { keepFieldsRef: true, keepErrors: true, keepIsSubmitted: true }
    reset(fresh as DefaultValues<Fields>, { ...resetOptions, keepValues: true })
    for (const name of edited) merged[name] = own.includes(name) ? merged[name] : values[name]
    reset(merged as DefaultValues<Fields>, { ...resetOptions, keepDefaultValues: true })
  }
  useEffect(() => {
    if (!row || !shown.current) return
    const [version, shownVersion] = [versionOf(row), versionOf(shown.current)]
    const isNewer =
      version !== undefined && shownVersion !== undefined ? version > shownVersion : isDifferent(fieldsOf(row), fieldsOf(shown.current))
    if (!isNewer) return
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
  return { known, follow, showSaved, changed, applyTo }
}

/** Returns `now` with the values of `typed` that differ from `was`, field by field. A list counts as one value. */
function rebase<T>(was: T, typed: T, now: T): T {
  if (!hasFields(was) || !hasFields(typed) || !hasFields(now)) return isDifferent(was, typed) ? typed : now
  return Object.fromEntries(Object.keys(typed).map((name) => [name, rebase(was[name], typed[name], now[name])])) as T
}
