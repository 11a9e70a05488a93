import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CornerDownLeft, Plus } from 'lucide-react'
import type { FocusEvent } from 'react'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import type { LineSuggestion } from '../add-item/use-quick-add.tsx'

interface SearchOrAddProps {
  typed: string
  onType: (text: string) => void
  /** Adds what is typed; undefined for viewers. */
  onAdd: (() => void) | undefined
  /** Runs when the field gets the focus. */
  onFocus: () => void
  /** Runs when the focus leaves the field and its suggestions. */
  onLeave: () => void
  /** Whether the list shows anything for what is typed. */
  isFound: () => boolean
}

/** Searches while typing. Add, or Enter on what isn't found, adds it: "milk", or "2 l milk exp fri, 6 eggs". */
export function SearchOrAdd({ typed, onType, onAdd, onFocus, onLeave, isFound }: SearchOrAddProps) {
  return (
    <form
      className="flex min-w-0 flex-1"
      data-line-entry=""
      onFocus={onFocus}
      onBlur={(event) => isLeft(event) && onLeave()}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isFound()) onAdd?.()
      }}
    >
      <SearchBox
        value={typed}
        onChange={onType}
        label={t`Search ingredients...`}
        placeholder={onAdd ? t`Search or add` : t`Search ingredients...`}
        className="flex-1"
        action={
          onAdd && typed.trim() !== '' ? (
            <button
              type="button"
              aria-label={t`Add`}
              title={t`Add`}
              onClick={onAdd}
              className="flex size-11 items-center justify-center rounded-control text-herb-ink hover:bg-hover"
            >
              <CornerDownLeft aria-hidden="true" className="size-5" />
            </button>
          ) : null
        }
      />
    </form>
  )
}

/** Whether the focus moves out of the field and its suggestions. */
const isLeft = ({ relatedTarget }: FocusEvent) => !(relatedTarget instanceof Element && relatedTarget.closest('[data-line-entry]'))

interface LineSuggestionsProps extends Pick<SearchOrAddProps, 'onLeave'> {
  suggested: readonly LineSuggestion[]
  onPick: (suggestion: LineSuggestion) => void
}

/** Names to add, in one line that scrolls. They take the place of the figures, so that nothing below moves when the focus leaves the field. */
export const LineSuggestions = ({ suggested, onPick, onLeave }: LineSuggestionsProps) => (
  <fieldset
    aria-label={t`Suggestions`}
    data-line-entry=""
    onBlur={(event) => isLeft(event) && onLeave()}
    className="-mx-1.5 flex min-w-0 overflow-x-auto xl:w-0 xl:flex-1"
  >
    {suggested.map((one) => (
      <button
        key={one.name}
        type="button"
        // The field keeps the focus, and a phone its keyboard.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onPick(one)}
        className="group min-h-11 shrink-0 px-0.5 outline-offset-[-3px]"
      >
        <span className="flex min-h-8 items-center gap-1 rounded-full bg-herb-soft px-2.5 text-sm font-semibold whitespace-nowrap text-herb-ink">
          <Plus aria-hidden="true" className="size-4 shrink-0" />
          <span className="sr-only">
            <Trans>Add</Trans>
          </span>{' '}
          {one.name}
        </span>
      </button>
    ))}
  </fieldset>
)
