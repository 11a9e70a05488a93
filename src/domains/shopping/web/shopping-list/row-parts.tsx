import clsx from 'clsx'
import { Check, ChevronDown, ChevronsUp, Equal, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge, type Tone } from '#platform/web/ui/badge.tsx'
import { useVirtualRows } from '#platform/web/ui/use-virtual-rows.ts'
import type { Priority, ShoppingItem } from '../../contract/index.ts'
import { partsOf } from '../../rules/group-same-items.ts'
import { setChecked } from '../api/list-mutation.ts'
import { priorityWords, reasonWords } from './messages.ts'

const priorityStyles: Record<Priority, { tone: Tone; icon: LucideIcon }> = {
  high: { tone: 'soon', icon: ChevronsUp },
  medium: { tone: 'stone', icon: Equal },
  low: { tone: 'stone', icon: ChevronDown },
}

export function PriorityBadge({ priority }: { priority: Priority }) {
  const { tone, icon } = priorityStyles[priority]
  return (
    <Badge tone={tone} icon={icon}>
      {priorityWords[priority]}
    </Badge>
  )
}

/** Checks off all rows that a row on screen stands for. Returns false if that can't be recorded. */
export const checkAll = (item: ShoppingItem, isChecked: boolean): boolean =>
  partsOf(item)
    .map((part) => setChecked(part, isChecked, true))
    .every((change) => change !== null)

/** Why a row is on the list, for several rows each reason once. */
export const reasonsOf = (item: ShoppingItem): string =>
  [...new Set(partsOf(item).map(({ reason, why }) => (reason === 'requested' ? why : reasonWords[reason])))].join(' · ')

/** The checkbox of a row: 24 px with a 44 px target. */
export function RowCheck({ item, disabled }: { item: ShoppingItem; disabled: boolean }) {
  // Shown until the list has it.
  const [tapped, setTapped] = useState<{ item: ShoppingItem; isChecked: boolean } | null>(null)
  if (tapped && tapped.item !== item) setTapped(null)
  return (
    <label className="relative -m-1 inline-flex size-11 shrink-0 cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        aria-label={item.ingredientName}
        checked={tapped?.item === item ? tapped.isChecked : item.isChecked}
        disabled={disabled}
        onChange={({ target: { checked: isChecked } }) => checkAll(item, isChecked) && setTapped({ item, isChecked })}
        className="peer size-6 appearance-none rounded-full border-[1.5px] border-edge bg-card transition-colors checked:border-herb checked:bg-herb disabled:opacity-50"
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto hidden size-4 text-on-herb peer-checked:block"
      />
    </label>
  )
}

/** What to look for, below the name of a row. */
export const RowNote = ({ note }: { note: string }) => (
  <span className="line-clamp-2 font-sans text-sm leading-tight font-normal wrap-anywhere whitespace-pre-line text-ink">{note}</span>
)

/** Which size is better, below the name of a row. */
export const RowAdvice = ({ words }: { words: string }) => (
  <span className="block font-sans text-sm leading-tight font-semibold text-herb-ink">{words}</span>
)

/** Marks a row that stands for several, which pressing its name shows. */
export const ExpandMark = ({ isExpanded }: { isExpanded: boolean }) => (
  <ChevronDown aria-hidden="true" className={clsx('size-4 shrink-0 text-ink-soft', isExpanded && 'rotate-180')} />
)

/** The name of a section; a section that folds is opened and closed by it. */
export const HeadingName = ({ entry: { name, isOpen }, onFold }: { entry: { name: string; isOpen?: boolean }; onFold: () => void }) =>
  isOpen === undefined ? (
    name
  ) : (
    <button type="button" aria-expanded={isOpen} onClick={onFold} className="inline-flex min-h-11 items-center gap-1">
      {name}
      <ChevronDown aria-hidden="true" className={clsx('size-4', isOpen && 'rotate-180')} />
    </button>
  )

/** An icon button with a native tooltip, cheap enough for two per row of a long list. */
export const ToolButton = ({
  label,
  onPress,
  children,
  className,
}: {
  label: string
  onPress: () => void
  children: ReactNode
  className?: string
}) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onPress}
    className={clsx(
      'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors duration-100 hover:bg-hover hover:text-ink [&_svg]:size-5',
      className,
    )}
  >
    {children}
  </button>
)

/** Up to this many rows are all rendered, so that the browser's search and print find them. */
export const fewRows = 150
const nothingMore = () => {}

/** Returns the indexes of the rows to render: all of a short list, the visible ones of a long list. */
export function useRenderedRows(count: number, rowHeightPx: number) {
  const { box, shown, before, after, measure } = useVirtualRows(count, rowHeightPx, nothingMore)
  if (count <= fewRows) return { box, shown: Array.from({ length: count }, (_, index) => index), before: 0, after: 0, measure }
  return { box, shown: shown.map(({ index }) => index), before, after, measure }
}
