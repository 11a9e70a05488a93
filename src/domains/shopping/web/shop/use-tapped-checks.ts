import { useCallback, useEffect, useState } from 'react'
import { type Observable, observable } from '#platform/web/session/observable.ts'

/** Whether the rows that were tapped since the list was rendered are checked, by row id. */
export type TappedChecks = Observable<ReadonlyMap<string, boolean>>

const none: ReadonlyMap<string, boolean> = new Map()

/**
 * Returns the checks that rows show before the list has them, and what notes one. A long list takes longer to render than a tap may take.
 * `isUpToDate`: the rendered list includes every change, so nothing needs to be shown before it.
 */
export function useTappedChecks(isUpToDate: boolean): [TappedChecks, note: (id: string, isChecked: boolean) => void] {
  const [tapped] = useState(() => observable(none))
  useEffect(() => {
    if (isUpToDate && tapped.get().size > 0) tapped.set(none)
  })
  const note = useCallback((id: string, isChecked: boolean) => tapped.set(new Map([...tapped.get(), [id, isChecked]])), [tapped])
  return [tapped, note]
}
