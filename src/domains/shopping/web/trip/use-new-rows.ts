import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ShoppingItem } from '../../contract/index.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Returns the rows that others added since the page opened, and calls `onNew` when there are more. A row that this device adds has the
 * version 0 until the server knows it.
 */
export function useNewRows(items: readonly ShoppingItem[] | null, listId: string | null, onNew: () => void): ReadonlySet<string> {
  const seen = useRef<{ listId: string | null; ids: Set<string> } | null>(null)
  const [marked, setMarked] = useState(none)
  const report = useEffectEvent(onNew)
  useEffect(() => {
    if (!items) return
    if (seen.current?.listId !== listId) {
      seen.current = { listId, ids: new Set(items.map(({ id }) => id)) }
      setMarked(none)
      return
    }
    const { ids } = seen.current
    const added = items.filter(({ id }) => !ids.has(id))
    for (const { id } of added) ids.add(id)
    const fromOthers = added.filter(({ version, isChecked }) => version > 0 && !isChecked)
    if (fromOthers.length === 0) return
    setMarked((known) => new Set([...known, ...fromOthers.map(({ id }) => id)]))
    report()
  }, [items, listId])
  return marked
}
