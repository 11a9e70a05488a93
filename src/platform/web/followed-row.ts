import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * The row that an open form writes over. What others change meanwhile shows in the fields that nobody typed in. Where it touches one that
 * was, `known` stays the row that was seen, so that saving is refused with 412 and says so; `follow` goes on from the row which that brought.
 * What was typed stays either way. Null: a row that is not made yet.
 */
export function useFollowedRow<Row extends { version: number } | null, Fields extends FieldValues, Sent>(
  row: Row,
  { reset, formState: { dirtyFields } }: UseFormReturn<Fields, unknown, Sent>,
  fieldsOf: (row: Row) => Fields,
): { known: Row; follow: (row: Row & object) => void } {
  const [known, setKnown] = useState(row)
  const shown = useRef(row?.version)
  const show = (next: Row & object) => {
    shown.current = next.version
    reset(fieldsOf(next) as DefaultValues<Fields>, { keepDirtyValues: true })
  }
  useEffect(() => {
    if (!row || row.version <= (shown.current ?? row.version)) return
    const [was, is] = [fieldsOf(known), fieldsOf(row)]
    const typed = Object.keys(is).filter((name) => name in dirtyFields)
    show(row)
    if (typed.every((name) => JSON.stringify(was[name]) === JSON.stringify(is[name]))) setKnown(row)
  })
  const follow = (next: Row & object) => {
    show(next)
    setKnown(next)
  }
  return { known, follow }
}
