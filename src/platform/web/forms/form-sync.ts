import { useEffect, useReducer, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

interface FormSync<Row, Name> {
  /** The row as the person last saw it; its version goes into `If-Match`. */
  known: Row
  /** Continues from the row that a 412 response brought. */
  follow(row: Row & object): void
  /** Returns the fields that differ from the row. */
  changed(): Name[]
}

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

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
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)

  const changed = (): (keyof Fields)[] => {
    const [was, is] = [fieldsOf(shown.current), getValues()]
    return Object.keys(was).filter((name) => differ(was[name], is[name as keyof Fields]))
  }
  /** Returns the edited fields and the fields grouped with them. */
  const typed = () => {
    const own = changed()
    return new Set([...own, ...together.filter((group) => group.some((name) => own.includes(name))).flat()])
  }
  const show = (next: Row & object) => {
    const [mine, values, fresh] = [typed(), getValues(), fieldsOf(next)]
    shown.current = next
    // The first reset sets the defaults, the second the values, so that edited fields (including list rows) count as dirty against the
    // new row.
    const kept = { keepFieldsRef: true, keepErrors: true, keepIsSubmitted: true }
    reset(fresh as DefaultValues<Fields>, { ...kept, keepValues: true })
    for (const name of mine) fresh[name] = values[name]
    reset(fresh as DefaultValues<Fields>, { ...kept, keepDefaultValues: true })
  }
  useEffect(() => {
    if (!row || row.version <= (shown.current?.version ?? row.version)) return
    const [seen, was, is] = [fieldsOf(known), fieldsOf(shown.current), fieldsOf(row)]
    const mine = typed()
    const focused = document.activeElement?.getAttribute('name')?.split('.')[0] ?? ''
    if (!mine.has(focused) && differ(was[focused], is[focused])) {
      // Don't change a field that has focus.
      document.addEventListener('focusout', lookAgain, { once: true })
      return () => document.removeEventListener('focusout', lookAgain)
    }
    show(row)
    if ([...mine].every((name) => !differ(seen[name], is[name]))) setKnown(row)
    return
  })
  const follow = (next: Row & object) => {
    show(next)
    setKnown(next)
  }
  return { known, follow, changed }
}
