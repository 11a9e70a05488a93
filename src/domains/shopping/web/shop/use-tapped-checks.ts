import { useCallback, useEffect, useRef, useState } from 'react'
import { type Observable, observable } from '#platform/web/session/observable.ts'

/** Whether the rows that were tapped are checked, by row id, until the list shows it. */
export type TappedChecks = Observable<ReadonlyMap<string, boolean>>

const none: ReadonlyMap<string, boolean> = new Map()

/**
 * Returns the checks that rows show before the list does, and what notes one. A long list takes longer to render than a tap may take. They
 * count until a list that came after the tap is rendered, whatever it says.
 */
export function useTappedChecks(list: object, renderedList: object): [TappedChecks, note: (id: string, isChecked: boolean) => void] {
  const [tapped] = useState(() => observable(none))
  const current = useRef(list)
  current.current = list
  const listAtTap = useRef<object | null>(null)
  useEffect(() => {
    if (renderedList === list && listAtTap.current !== list && tapped.get().size > 0) tapped.set(none)
  })
  const note = useCallback(
    (id: string, isChecked: boolean) => {
      listAtTap.current = current.current
      tapped.set(new Map([...tapped.get(), [id, isChecked]]))
    },
    [tapped],
  )
  return [tapped, note]
}
