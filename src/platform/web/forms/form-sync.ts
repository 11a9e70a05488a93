import { useEffect, useReducer, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

interface FormSync<Row, Name> {
  /** The row as it was seen by whoever types: what they write over. */
  known: Row
  /** Goes on from the row that a refused saving brought. */
  follow(row: Row & object): void
  /** The fields that say something else than the row does: what is to be sent. */
  changed(): Name[]
}

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/**
 * The row that an open form writes over. What others change meanwhile shows in the fields that nobody typed in, once the cursor has left
 * them. Where it touches one that was, `known` stays the row that was seen, so that saving is refused with 412 and says so. What was typed
 * stays either way, and with it the fields that mean nothing without each other (`together`: an amount and its unit). Null: a row that is
 * not made yet.
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
  /** The fields that were typed in, and those that belong to them. */
  const typed = () => {
    const own = changed()
    return new Set([...own, ...together.filter((group) => group.some((name) => own.includes(name))).flat()])
  }
  const show = (next: Row & object) => {
    const [mine, values, fresh] = [typed(), getValues(), fieldsOf(next)]
    shown.current = next
    // First what counts as untouched, then what stands there: what was typed counts as such beside the new row, rows of lists included.
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
      // Under the cursor nothing changes.
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
