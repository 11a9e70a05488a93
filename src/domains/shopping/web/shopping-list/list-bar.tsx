import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Layers, Plus, Search, SlidersHorizontal, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { familyOf } from '#platform/shared/units.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { inputClass } from '#platform/web/ui/form-fields.tsx'
import type { Bundle, ShoppingItem } from '../../contract/index.ts'
import type { ItemDraft } from '../../rules/list-changes.ts'
import { addItemsWithUndo, increment } from '../api/list-mutation.ts'
import { AddGlyph } from './add-glyph.tsx'
import type { ListFilters } from './list-entries.ts'
import { findListed, suggest } from './suggestions.ts'
import { useItemAmount } from './use-item-amount.ts'
import { useItemEntry } from './use-item-entry.ts'

interface BarProps {
  items: readonly ShoppingItem[]
  filters: ListFilters
  canEdit: boolean
  /** The text of the field. */
  text: string
  onText: (text: string) => void
  /** Marks the row that the typed text repeats. */
  onRepeated: (item: ShoppingItem | null) => void
  /** The fields for the filters. */
  children: ReactNode
  /** Shown at the end of the line. */
  actions: ReactNode
}

/** A typed item that is already on the list. */
interface Repeated {
  item: ShoppingItem
  draft: ItemDraft
}

/** One field to search the list or add to it, and the filters. At the bottom of a phone's screen, above the rows of a wide one. */
export function ListBar({ items, filters, canEdit, text, onText, onRepeated, children, actions }: BarProps) {
  const [open, setOpen] = useState<'suggestions' | 'filters' | null>(null)
  const [isTouched, setIsTouched] = useState(text !== '')
  const [repeated, setRepeated] = useState<Repeated | null>(null)
  const { parse, add, onPaste, announcement, known } = useItemEntry(items, canEdit && isTouched)
  const box = useRef<HTMLInputElement>(null)
  const panel = useId()
  const label = canEdit ? t`Search or add an item` : t`Search items...`
  const selected = Number(filters.category !== null) + Number(filters.priority !== null)

  const ask = (next: Repeated | null) => {
    setRepeated(next)
    onRepeated(next?.item ?? null)
  }
  const type = (next: string) => {
    onText(next)
    ask(null)
    setOpen(canEdit ? 'suggestions' : null)
  }
  const finish = () => {
    onText('')
    ask(null)
    setOpen(null)
    box.current?.focus()
  }
  const addMore = ({ item, draft }: Repeated) => {
    if (draft.quantity === null && familyOf(item.unit) === 'count') increment(item)
    else addItemsWithUndo([draft])
    finish()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canEdit) return
    // A second Enter answers the question.
    if (repeated) return addMore(repeated)
    const drafts = parse(text)
    const [only] = drafts
    const item = drafts.length === 1 && only ? findListed(only, items, known) : null
    if (item && only) {
      ask({ item, draft: only })
      setOpen('suggestions')
    } else if (add(drafts)) finish()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') {
      if (open === null && text !== '') onText('')
      if (open === null && text === '') box.current?.blur()
      else box.current?.focus()
      setOpen(null)
      ask(null)
    } else if (canEdit && open !== 'filters' && moveThroughSuggestions(event, box.current)) setOpen('suggestions')
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(null)
  }
  return (
    <form
      data-pinned-bar=""
      onSubmit={submit}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className="z-10 -mx-1 flex items-center gap-2 bg-paper px-1 pt-2 pb-2 md:sticky md:-mt-2 md:top-15 pinned:fixed pinned:inset-x-0 pinned:bottom-(--bar) pinned:z-20 pinned:mx-0 pinned:border-t pinned:border-line pinned:px-4 pinned:pb-1.5"
    >
      <EntryField
        box={box}
        label={label}
        canEdit={canEdit}
        text={text}
        onText={type}
        onPaste={canEdit ? onPaste : undefined}
        onFocus={() => setIsTouched(true)}
        onPress={() => setOpen(canEdit ? 'suggestions' : null)}
        onClear={finish}
      />
      <FilterButton
        isMakingRoom={text.trim() !== '' && open !== 'filters'}
        selected={selected}
        isOpen={open === 'filters'}
        panel={panel}
        onPress={() => setOpen(open === 'filters' ? null : 'filters')}
      />
      {actions}
      <div
        id={panel}
        hidden={open !== 'filters'}
        className={`${panelClass} grid grid-cols-2 gap-3 p-4 md:start-auto md:w-96`}
        tabIndex={-1}
      >
        {open === 'filters' ? children : null}
      </div>
      {open === 'suggestions' ? (
        repeated ? (
          <RepeatedQuestion repeated={repeated} onMore={() => addMore(repeated)} />
        ) : (
          <Suggested
            text={text}
            items={items}
            known={known}
            parse={parse}
            onAdd={(draft) => {
              add([draft])
              finish()
            }}
            onBundle={({ items: lines }) => {
              addItemsWithUndo(parse(lines.join('\n')), { isQuiet: false })
              finish()
            }}
            onMore={(item) => {
              increment(item)
              finish()
            }}
          />
        )
      ) : null}
      <p role="status" className="sr-only">
        {repeated ? t`${repeated.item.ingredientName} is already on the list. Press Enter again to add more.` : announcement}
      </p>
    </form>
  )
}

/** Moves the focus from the field through the suggestions and back with the arrow keys. */
function moveThroughSuggestions(event: KeyboardEvent<HTMLFormElement>, field: HTMLInputElement | null): boolean {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false
  event.preventDefault()
  const stops = [field, ...event.currentTarget.querySelectorAll<HTMLElement>('[data-suggestion]')]
  const at = stops.indexOf(document.activeElement as HTMLInputElement | null)
  stops.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % stops.length)?.focus()
  return true
}

interface FieldProps {
  box: RefObject<HTMLInputElement | null>
  label: string
  canEdit: boolean
  text: string
  onText: (text: string) => void
  onPaste: ((event: ClipboardEvent<HTMLInputElement>) => void) | undefined
  onFocus: () => void
  onPress: () => void
  onClear: () => void
}

const EntryField = ({ box, label, canEdit, text, onText, onPaste, onFocus, onPress, onClear }: FieldProps) => (
  <search className="relative block min-w-0 flex-1">
    <Icon canEdit={canEdit} />
    <input
      ref={box}
      type="text"
      data-search-box=""
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onPaste={onPaste}
      onFocus={onFocus}
      onClick={onPress}
      maxLength={2000}
      autoComplete="off"
      enterKeyHint={canEdit ? 'done' : 'search'}
      className={clsx(inputClass, 'ps-10', canEdit && text !== '' ? 'pe-22' : 'pe-11')}
    />
    {text === '' ? null : (
      <span className="absolute inset-y-0 end-0 flex items-center">
        <button
          type="button"
          aria-label={t`Clear search`}
          onClick={onClear}
          className="flex size-11 items-center justify-center rounded-control text-ink-soft hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
        {canEdit ? <AddGlyph /> : null}
      </span>
    )}
  </search>
)

const panelClass =
  'absolute inset-x-0 top-full z-10 mt-1 max-h-[50dvh] overflow-y-auto rounded-card border border-line bg-card shadow-lg outline-none pinned:inset-x-2 pinned:top-auto pinned:bottom-full pinned:mt-0 pinned:mb-1'

const Icon = ({ canEdit }: { canEdit: boolean }) => {
  const Drawn = canEdit ? Plus : Search
  return <Drawn aria-hidden="true" className="pointer-events-none absolute top-1/2 start-3 size-5 -translate-y-1/2 text-ink-faint" />
}

interface FilterButtonProps {
  /** Whether a phone's line is for the field alone. */
  isMakingRoom: boolean
  selected: number
  isOpen: boolean
  panel: string
  onPress: () => void
}

const FilterButton = ({ isMakingRoom, selected, isOpen, panel, onPress }: FilterButtonProps) => (
  <Button
    variant="quiet"
    aria-expanded={isOpen}
    aria-controls={panel}
    icon={<SlidersHorizontal aria-hidden="true" className="size-5 shrink-0" />}
    onClick={onPress}
    className={clsx('min-w-11 px-2.5!', isMakingRoom && 'max-sm:hidden')}
  >
    <span className="sr-only">
      <Trans>Filters</Trans>
    </span>
    {selected > 0 ? (
      <span className="figures inline-flex size-5.5 items-center justify-center rounded-full bg-herb text-xs text-on-herb">
        {selected}
        <span className="sr-only">
          {' '}
          <Trans>selected</Trans>
        </span>
      </span>
    ) : null}
  </Button>
)

/** Keeps the focus in the field, and with it a phone's keyboard. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

const optionClass = 'flex min-h-11 w-full items-center gap-2 px-4 py-1.5 text-start hover:bg-hover focus-visible:bg-hover'

/** Asks before a typed item adds to its row. */
function RepeatedQuestion({ repeated: { item, draft }, onMore }: { repeated: Repeated; onMore: () => void }) {
  const { show } = useQuantityFormatter()
  const amount = useItemAmount()
  const more = draft.quantity === null ? null : show(draft.quantity, draft.unit ?? item.unit)
  return (
    <section
      aria-label={t`Already on the list`}
      onMouseDown={keepFocus}
      className={`${panelClass} flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-2 ps-4`}
    >
      <p className="min-w-0">
        <Trans>
          <span className="font-semibold">{item.ingredientName}</span> is already on the list:{' '}
          <span className="figures">{amount.show(item)}</span>
        </Trans>
      </p>
      <Button variant="quiet" data-suggestion="" onClick={onMore} icon={<Plus aria-hidden="true" className="size-5" />}>
        {more === null ? <Trans>one more</Trans> : <Trans>{more} more</Trans>}
      </Button>
    </section>
  )
}

interface SuggestedProps extends Pick<ReturnType<typeof useItemEntry>, 'known' | 'parse'> {
  text: string
  items: readonly ShoppingItem[]
  onAdd: (draft: ItemDraft) => void
  onBundle: (bundle: Bundle) => void
  onMore: (item: ShoppingItem) => void
}

/** Matching rows and ingredients, or usual items while nothing is typed. */
function Suggested({ text, items, known, parse, onAdd, onBundle, onMore }: SuggestedProps) {
  const { show } = useQuantityFormatter()
  const amount = useItemAmount()
  const { bundles, listed, offered } = useMemo(() => {
    const drafts = parse(text)
    const [only] = drafts
    return drafts.length > 1 ? { bundles: [], listed: [], offered: [] } : suggest(only ?? null, items, known)
  }, [text, items, known, parse])
  if (bundles.length + listed.length + offered.length === 0) return null
  return (
    <section aria-label={text.trim() === '' ? t`Usual items` : t`Suggestions`} onMouseDown={keepFocus} className={`${panelClass} py-1`}>
      {text.trim() === '' ? (
        <h2 className="px-4 pt-2 pb-1 text-sm font-semibold text-ink-soft">
          <Trans>Usual</Trans>
        </h2>
      ) : null}
      <ul>
        {bundles.map((bundle) => (
          <li key={bundle.id}>
            <button type="button" data-suggestion="" onClick={() => onBundle(bundle)} className={optionClass}>
              <Layers aria-hidden="true" className="size-4.5 shrink-0 text-herb-ink" />
              <span className="sr-only">
                <Trans>Add</Trans>
              </span>{' '}
              <span className="shrink-0 font-semibold">{bundle.name}</span>{' '}
              <span className="min-w-0 truncate text-sm text-ink-soft">{bundle.items.join(', ')}</span>
            </button>
          </li>
        ))}
        {offered.map((draft) => (
          <li key={draft.name}>
            <button type="button" data-suggestion="" onClick={() => onAdd(draft)} className={optionClass}>
              <Plus aria-hidden="true" className="size-4.5 shrink-0 text-herb-ink" />
              <span className="sr-only">
                <Trans>Add</Trans>
              </span>{' '}
              <span className="min-w-0 truncate font-semibold">{draft.name}</span>{' '}
              {draft.quantity === null || draft.unit === null ? null : (
                <span className="figures shrink-0 text-sm text-ink-soft">{show(draft.quantity, draft.unit)}</span>
              )}
            </button>
          </li>
        ))}
        {listed.map((item) => (
          <li key={item.id}>
            <button type="button" data-suggestion="" onClick={() => onMore(item)} className={optionClass}>
              <span className="min-w-0 truncate font-semibold">{item.ingredientName}</span>{' '}
              <span className="figures shrink-0 text-sm text-ink-soft">{amount.show(item)}</span>{' '}
              <span className="ms-auto inline-flex shrink-0 items-center gap-1 text-sm font-semibold text-herb-ink">
                <Plus aria-hidden="true" className="size-4.5" />
                <Trans>one more</Trans>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
