import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Checkbox } from './form-fields.tsx'
import { EmptyState } from './load-states.tsx'
import { Notice } from './notice.tsx'
import { useVirtualRows } from './use-virtual-rows.ts'

interface SelectionOptions {
  /** The row selected first; null for none. */
  first: string | null
  /** Whether `rows` are all that there are, so that all can be selected. */
  isComplete?: boolean
  /** Ends the selection when Escape is pressed; null while a dialog is open. */
  onEscape: (() => void) | null
}

export interface Selection<R> {
  readonly rows: readonly R[]
  readonly chosen: readonly R[]
  readonly isComplete: boolean
  readonly isAll: boolean
  readonly isSelected: (id: string) => boolean
  readonly toggle: (id: string) => void
  readonly selectAll: () => void
}

/** Which rows of a list are selected. Ctrl+A selects all or none. */
export function useSelection<R extends { id: string }>(
  rows: readonly R[],
  { first, isComplete = true, onEscape }: SelectionOptions,
): Selection<R> {
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(first === null ? [] : [first]))
  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected])
  const toggle = (id: string) =>
    setSelected((ids) => (ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])))
  const isAll = isComplete && rows.length > 0 && chosen.length === rows.length
  const selectAll = () => setSelected(new Set(isAll ? [] : rows.map(({ id }) => id)))
  useSelectionKeys(selectAll, onEscape)
  return { rows, chosen, isComplete, isAll, isSelected: (id) => selected.has(id), toggle, selectAll }
}

function useSelectionKeys(selectAll: () => void, onEscape: (() => void) | null): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
      if (isTyping || onEscape === null) return
      if (event.key === 'Escape') onEscape()
      if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      selectAll()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [selectAll, onEscape])
}

interface SelectionListProps<R> {
  selection: Selection<R>
  /** Names the list. */
  label: string
  emptyTitle: string
  /** What can be done to the selected rows. */
  actions: ReactNode
  /** Shown if more are selected than can be changed at once. */
  warning?: string | null
  renderRow: (row: R) => ReactNode
  onCancel: () => void
}

/** A list of checkboxes, with what can be done to the selected rows on top. */
export function SelectionList<R extends { id: string }>(props: SelectionListProps<R>) {
  const { selection, label, emptyTitle, actions, warning = null, renderRow, onCancel } = props
  const { rows, chosen, isComplete, isAll, selectAll } = selection
  return (
    <Card flush>
      <div className="sticky top-15 z-10 space-y-1 rounded-t-card border-b border-line bg-card px-3 py-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            label={isComplete ? t`Select all ${rows.length}` : t`Select all`}
            checked={isAll}
            disabled={!isComplete || rows.length === 0}
            onChange={selectAll}
          />
          <span role="status" className="figures ms-auto text-sm text-ink-soft">
            {plural(chosen.length, { one: '# selected', other: '# selected' })}
          </span>
          <Button variant="plain" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
        {warning === null ? null : <Notice tone="error">{warning}</Notice>}
        <div className="flex flex-wrap gap-2 pb-1 *:flex-auto max-sm:*:px-2! sm:*:flex-none">{actions}</div>
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={SearchX} title={emptyTitle} />
      ) : (
        <Rows selection={selection} label={label} renderRow={renderRow} />
      )}
    </Card>
  )
}

const nothing = () => {}

function Rows<R extends { id: string }>({
  selection: { rows, isSelected, toggle },
  label,
  renderRow,
}: Pick<SelectionListProps<R>, 'selection' | 'label' | 'renderRow'>) {
  const { box, shown, before, after, measure } = useVirtualRows(rows.length, 57, nothing)
  return (
    <div ref={box}>
      <ul aria-label={label} style={{ paddingTop: before, paddingBottom: after }}>
        {shown.map(({ index }) => {
          const row = rows[index]
          return row ? (
            <li ref={measure} key={row.id} data-index={index} className="border-b border-line px-3 last:border-b-0 hover:bg-hover/60">
              <Checkbox
                checked={isSelected(row.id)}
                onChange={() => toggle(row.id)}
                className="min-h-14 py-1 [&>span:last-child]:min-w-0 [&>span:last-child]:flex-1"
                label={renderRow(row)}
              />
            </li>
          ) : null
        })}
      </ul>
    </div>
  )
}
