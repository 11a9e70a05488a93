import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Plus, Trash2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { LargeAmount } from '#platform/web/ui/large-amount.tsx'
import { UnsyncedMark } from '#platform/web/ui/unsynced-mark.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import { amountsToBuy, partsOf } from '../../rules/group-same-items.ts'
import { increment, removeItem } from '../api/list-mutation.ts'
import type { Entry } from './list-entries.ts'
import { countWords, noPrice, priorityWords, reasonWords } from './messages.ts'
import { useBetterPack } from './pack-advice.tsx'
import { RepeatMark } from './repeat-mark.tsx'
import {
  ExpandMark,
  HeadingName,
  PriorityBadge,
  RowAdvice,
  RowCheck,
  RowNote,
  reasonsOf,
  ToolButton,
  useRenderedRows,
} from './row-parts.tsx'
import { shownNote, useItemAmount } from './use-item-amount.ts'

export interface RowsProps {
  entries: readonly Entry[]
  /** Ids of rows with changes that are waiting to sync. */
  unsynced: ReadonlySet<string>
  /** Says how often a row's thing repeats; null if it doesn't. */
  repeatWords: (item: ShoppingItem) => string | null
  canEdit: boolean
  /** The id of the row to mark. */
  marked: string | null
  onOpen: (item: ShoppingItem) => void
  /** Shows or hides the rows of several about the same thing. */
  onToggle: (item: ShoppingItem) => void
  /** Shows or hides the rows for other stores. */
  onFold: () => void
}

const columns: readonly { name: string; width: string }[] = [
  { name: t`Item`, width: 'w-auto' },
  { name: t`Quantity`, width: 'w-28 max-lg:w-24' },
  { name: t`Priority`, width: 'w-30 max-lg:w-26' },
  { name: t`Reason`, width: 'w-64 max-lg:w-32' },
  { name: t`Cost`, width: 'w-24 text-end max-lg:w-20' },
  { name: t`Actions`, width: 'w-30' },
]

/** The list on a wide screen. */
export function ListTable({ entries, unsynced, repeatWords, canEdit, marked, onOpen, onFold, onToggle }: RowsProps) {
  const { box, shown, before, after, measure } = useRenderedRows(entries.length, 39)
  const betterPack = useBetterPack()
  return (
    <div ref={box}>
      <table aria-label={t`Shopping List`} aria-rowcount={entries.length + 1} className="w-full table-fixed border-collapse text-start">
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, width }) => (
              <Head key={name} className={width}>
                {name}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} />
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
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  )
}

const Head = ({ className, children }: { className: string; children: ReactNode }) => (
  <th
    scope="col"
    className={clsx('h-7.5 border-b border-line px-3 text-sm font-semibold whitespace-nowrap text-ink-soft first:ps-5', className)}
  >
    {children}
  </th>
)

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the row only fills the space of rows that are not rendered
    <tr aria-hidden="true">
      <td colSpan={columns.length} style={{ height, padding: 0 }} />
    </tr>
  ) : null

export type Measure = (row: Element | null) => void

export interface HeadingProps {
  entry: Extract<Entry, { kind: 'heading' }>
  index: number
  measure: Measure
  onFold: () => void
}

function Heading({ entry, index, measure, onFold }: HeadingProps) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className="border-b border-line bg-sunken/60">
      <th scope="rowgroup" colSpan={columns.length} className="h-5.5 px-5 text-[0.8125rem] leading-none font-semibold text-ink-soft">
        <HeadingName entry={entry} onFold={onFold} />
        <span className="figures ms-2 font-normal">{countWords(entry.count)}</span>
      </th>
    </tr>
  )
}

const cell = 'h-9.5 px-3 align-middle first:ps-4 last:pe-2'

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
  const money = useMoney()
  const { ingredientName: name, isChecked } = item
  const note = shownNote(item)
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className={clsx('border-b border-line last:border-b-0 hover:bg-hover/60', isMarked && 'bg-soon-soft')}
    >
      <td className={clsx(cell, isPart && 'ps-10!')}>
        <div className="flex min-w-0 items-center gap-2.5">
          <RowCheck item={item} disabled={!canEdit} />
          {isPart ? null : (
            <IngredientGlyph
              id={item.ingredientId}
              name={name}
              category={item.category}
              size="small"
              className={isChecked ? 'opacity-45' : ''}
            />
          )}
          <button
            type="button"
            aria-expanded={isExpanded}
            onClick={() => (isExpanded === undefined ? onOpen(item) : onToggle(item))}
            className={clsx(
              'display min-h-9.5 min-w-0 text-start text-base leading-tight hover:underline',
              isChecked && 'text-ink-soft line-through',
            )}
          >
            <span className="line-clamp-2 wrap-anywhere">{name}</span>
            {note === '' ? null : <RowNote note={note} />}
            {better === null ? null : <RowAdvice words={better} />}
          </button>
          {isExpanded === undefined ? null : <ExpandMark isExpanded={isExpanded} />}
          {isUnsynced ? <UnsyncedMark /> : null}
        </div>
      </td>
      <td className={clsx(cell, isChecked && 'text-ink-soft')}>
        <AmountsToBuy item={item} />
      </td>
      <td className={cell}>
        {/* Only what deviates catches the eye. */}
        {item.priority === 'medium' ? <span className="sr-only">{priorityWords.medium}</span> : <PriorityBadge priority={item.priority} />}
      </td>
      <td className={cell}>
        <div className="flex items-center gap-1.5 text-sm">
          {repeats === null ? null : <RepeatMark words={repeats} />}
          <div
            className="truncate"
            title={partsOf(item)
              .map(({ why }) => why)
              .join('\n')}
          >
            {isExpanded === undefined && item.reason !== 'requested' ? (
              <>
                <span className="font-medium">{reasonWords[item.reason]}</span>
                <span className="text-ink-soft max-lg:hidden"> · {item.why}</span>
              </>
            ) : (
              <span className="text-ink-soft">{reasonsOf(item)}</span>
            )}
          </div>
        </div>
      </td>
      <td className={clsx(cell, 'figures text-end', item.estimatedCost === null && 'text-ink-soft')}>
        {item.estimatedCost === null ? <span title={t`No price known`}>{noPrice}</span> : money(item.estimatedCost)}
      </td>
      <td className={cell}>
        {canEdit ? (
          <div className="-my-1 flex items-center justify-start">
            <ToolButton label={t`Add one more ${name}`} onPress={() => increment(partsOf(item)[0] ?? item)}>
              <Plus aria-hidden="true" />
            </ToolButton>
            {isExpanded === undefined ? (
              <ToolButton label={t`Delete ${name}`} onPress={() => removeItem(item)}>
                <Trash2 aria-hidden="true" />
              </ToolButton>
            ) : null}
          </div>
        ) : null}
      </td>
    </tr>
  )
})

/** Amounts in different units are below each other. */
function AmountsToBuy({ item }: { item: ShoppingItem }) {
  const { parts } = useItemAmount()
  return amountsToBuy(item).map((amount, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they have no other identity, and no state
    <LargeAmount key={at} {...parts(amount)} />
  ))
}
