import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Plus, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { increment, removeItem } from '../api/list-mutation.ts'
import type { Entry } from './list-entries.ts'
import type { RowsProps } from './list-table.tsx'
import { countWords, noPrice, reasonWords } from './messages.ts'
import { PriorityBadge, RowCheck, ToolButton, UnsyncedMark, useRenderedRows } from './row-parts.tsx'

/** The list on a phone. Tapping a name opens the row. */
export function ListRows({ entries, unsynced, canEdit, onOpen }: RowsProps) {
  const { box, shown, before, after, measure } = useRenderedRows(entries.length, 73)
  return (
    <div ref={box}>
      <ul aria-label={t`Shopping List`} style={{ paddingTop: before, paddingBottom: after }}>
        {shown.map((index) => {
          const entry = entries[index]
          if (!entry) return null
          if (entry.kind === 'aisle') return <Aisle key={entry.key} entry={entry} index={index} measure={measure} />
          return (
            <Row
              key={entry.key}
              item={entry.item}
              index={index}
              isUnsynced={unsynced.has(entry.item.id)}
              canEdit={canEdit}
              onOpen={onOpen}
              measure={measure}
            />
          )
        })}
      </ul>
    </div>
  )
}

type Measure = (row: Element | null) => void

const Aisle = ({ entry, index, measure }: { entry: Extract<Entry, { kind: 'aisle' }>; index: number; measure: Measure }) => (
  <li ref={measure} data-index={index} className="flex min-h-9 items-center justify-between border-b border-line bg-sunken/60 px-4 text-sm">
    <h2 className="font-semibold text-ink-soft">{entry.name}</h2>
    <span className="figures text-ink-soft">{entry.left === 0 ? t`all checked` : countWords(entry.left)}</span>
  </li>
)

interface RowProps {
  item: ShoppingItem
  index: number
  isUnsynced: boolean
  canEdit: boolean
  onOpen: (item: ShoppingItem) => void
  measure: Measure
}

const Row = memo(function Row({ item, index, isUnsynced, canEdit, onOpen, measure }: RowProps) {
  const { show } = useUnits()
  const money = useMoney()
  const { ingredientName: name, isChecked } = item
  return (
    <li ref={measure} data-index={index} className="flex items-center gap-1 border-b border-line py-1.5 pe-1.5 ps-3 last:border-b-0">
      <RowCheck item={item} disabled={!canEdit} />
      <button type="button" onClick={() => onOpen(item)} className="min-w-0 flex-1 px-1.5 py-1 text-start active:bg-hover">
        <span className="flex items-baseline justify-between gap-x-2 max-[23rem]:flex-wrap">
          <span
            className={clsx(
              'display line-clamp-3 text-lg leading-snug wrap-anywhere max-[23rem]:basis-full',
              isChecked && 'text-ink-soft line-through',
            )}
          >
            {name}
          </span>
          <span className={clsx('figures shrink-0 font-semibold', isChecked && 'text-ink-soft')}>
            {show(item.suggestedQuantity, item.unit)}
          </span>
        </span>
        <span className="flex items-center justify-between gap-2 text-sm text-ink-soft">
          <span className="flex min-w-0 items-center gap-1.5">
            {item.priority === 'high' && !isChecked ? <PriorityBadge priority="high" /> : null}
            <span className="truncate">{item.reason === 'requested' ? item.why : reasonWords[item.reason]}</span>
            {isUnsynced ? <UnsyncedMark /> : null}
          </span>
          <span className="figures shrink-0">{item.estimatedCost === null ? noPrice : money(item.estimatedCost)}</span>
        </span>
      </button>
      {canEdit ? (
        <>
          <ToolButton label={t`Add one more ${name}`} onPress={() => increment(item)} className="-me-1.5">
            <Plus aria-hidden="true" />
          </ToolButton>
          <ToolButton label={t`Delete ${name}`} onPress={() => removeItem(item)}>
            <Trash2 aria-hidden="true" />
          </ToolButton>
        </>
      ) : null}
    </li>
  )
})
