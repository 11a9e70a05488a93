import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check, ChevronsUp, Plus, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { IngredientThumbnail } from '#domains/ingredients/web/index.ts'
import { SwipeRow } from '#platform/web/ui/swipe-row.tsx'
import { UnsyncedMark } from '#platform/web/ui/unsynced-mark.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import { partsOf } from '../../rules/group-same-items.ts'
import { increment, removeItem } from '../api/list-mutation.ts'
import type { Entry } from './list-entries.ts'
import type { HeadingProps, Measure, RowsProps } from './list-table.tsx'
import { countWords, priorityWords } from './messages.ts'
import { useBetterPack } from './pack-advice.tsx'
import { RepeatMark } from './repeat-mark.tsx'
import { checkAll, ExpandMark, HeadingName, RowAdvice, RowCheck, RowNote, reasonsOf, ToolButton, useRenderedRows } from './row-parts.tsx'
import { shownNote, useItemAmount } from './use-item-amount.ts'

/** The list on a phone. Tapping a name opens the row. */
export function ListRows({ entries, unsynced, repeatWords, canEdit, marked, onOpen, onFold, onToggle }: RowsProps) {
  const { box, shown, before, after, measure } = useRenderedRows(entries.length, 47)
  const betterPack = useBetterPack()
  return (
    <div ref={box}>
      <ul aria-label={t`Shopping List`} style={{ paddingTop: before, paddingBottom: after }}>
        {shown.map((index) => {
          const entry = entries[index]
          if (!entry) return null
          if (entry.kind === 'heading') return <Heading key={entry.key} entry={entry} index={index} measure={measure} onFold={onFold} />
          return (
            <Row
              key={entry.key}
              entry={entry}
              index={index}
              isUnsynced={partsOf(entry.item).some(({ id }) => unsynced.has(id))}
              repeats={repeatWords(entry.item)}
              better={betterPack(entry.item)}
              isMarked={partsOf(entry.item).some(({ id }) => id === marked)}
              canEdit={canEdit}
              onOpen={onOpen}
              onToggle={onToggle}
              measure={measure}
            />
          )
        })}
      </ul>
    </div>
  )
}

const Heading = ({ entry, index, measure, onFold }: HeadingProps) => (
  <li
    ref={measure}
    data-index={index}
    className="flex min-h-4.5 items-center justify-between border-b border-line bg-sunken/60 px-4 text-xs leading-none"
  >
    <h2 className="font-semibold text-ink-soft">
      <HeadingName entry={entry} onFold={onFold} />
    </h2>
    <span className="figures text-ink-soft">{countWords(entry.count)}</span>
  </li>
)

interface RowProps {
  entry: Extract<Entry, { kind: 'item' }>
  index: number
  isUnsynced: boolean
  repeats: string | null
  /** Which size is better. */
  better: string | null
  isMarked: boolean
  canEdit: boolean
  onOpen: (item: ShoppingItem) => void
  onToggle: (item: ShoppingItem) => void
  measure: Measure
}

const Row = memo(function Row({ entry, index, isUnsynced, repeats, better, isMarked, canEdit, onOpen, onToggle, measure }: RowProps) {
  const { item, isExpanded, isPart = false } = entry
  const { showRow } = useItemAmount()
  const money = useMoney()
  const { ingredientName: name, isChecked } = item
  const note = shownNote(item)
  return (
    <li ref={measure} data-index={index} className="flex border-b border-line last:border-b-0">
      <SwipeRow
        className={clsx('flex min-h-11.5 items-center gap-1 pe-1', isPart ? 'ps-8' : 'ps-2.5', isMarked && 'bg-soon-soft')}
        forward={
          canEdit
            ? {
                label: isChecked ? t`Uncheck` : t`Check off`,
                icon: <Check className="size-5" />,
                className: 'bg-herb text-on-herb',
                onSwipe: () => checkAll(item, !isChecked),
              }
            : undefined
        }
      >
        <RowCheck item={item} disabled={!canEdit} />
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => (isExpanded === undefined ? onOpen(item) : onToggle(item))}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 px-1.5 py-0.5 text-start active:bg-hover"
        >
          {isPart ? null : (
            <IngredientThumbnail id={item.ingredientId} name={name} category={item.category} className={isChecked ? 'opacity-45' : ''} />
          )}
          <span className="min-w-0 flex-1">
            {/* The amount gets its own line if it would squeeze the name, as with large text. */}
            <span className="flex flex-wrap items-baseline justify-between gap-x-2">
              <span
                className={clsx(
                  'display line-clamp-3 min-w-[min(100%,5.5rem)] flex-1 text-base leading-tight wrap-anywhere max-[23rem]:basis-full',
                  isChecked && 'text-ink-soft line-through',
                )}
              >
                {name}
              </span>
              <span className={clsx('figures text-end text-sm font-semibold', isChecked && 'text-ink-soft')}>{showRow(item)}</span>
            </span>
            {note === '' ? null : <RowNote note={note} />}
            {better === null ? null : <RowAdvice words={better} />}
            <span className="flex flex-wrap items-center justify-between gap-x-2 text-[0.8125rem] leading-tight text-ink-soft">
              <span className="flex min-w-[min(100%,5.5rem)] flex-1 items-center gap-1.5">
                {item.priority === 'high' && !isChecked ? (
                  <span className="inline-flex shrink-0 items-center gap-0.5 font-semibold text-soon-ink">
                    <ChevronsUp aria-hidden="true" className="size-3.5" />
                    {priorityWords.high}
                  </span>
                ) : null}
                {repeats === null ? null : <RepeatMark words={repeats} />}
                <span className="truncate">{reasonsOf(item)}</span>
                {isExpanded === undefined ? null : <ExpandMark isExpanded={isExpanded} />}
                {isUnsynced ? <UnsyncedMark /> : null}
              </span>
              {item.estimatedCost === null ? null : <span className="figures shrink-0">{money(item.estimatedCost)}</span>}
            </span>
          </span>
        </button>
        {canEdit ? (
          <>
            <ToolButton label={t`Add one more ${name}`} onPress={() => increment(partsOf(item)[0] ?? item)} className="-me-1.5">
              <Plus aria-hidden="true" />
            </ToolButton>
            {/* Several are deleted one by one. */}
            {isExpanded === undefined ? (
              <ToolButton label={t`Delete ${name}`} onPress={() => removeItem(item)}>
                <Trash2 aria-hidden="true" />
              </ToolButton>
            ) : (
              <span className="size-11 shrink-0" />
            )}
          </>
        ) : null}
      </SwipeRow>
    </li>
  )
})
