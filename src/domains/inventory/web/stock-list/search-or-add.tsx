import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '#platform/web/ui/button.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'

interface SearchOrAddProps {
  typed: string
  onType: (text: string) => void
  /** Adds what is typed; undefined for viewers. */
  onAdd: (() => void) | undefined
  /** Runs when the field gets the focus. */
  onFocus: () => void
  /** Whether the list shows anything for what is typed. */
  isFound: () => boolean
}

/** Searches while typing. Add, or Enter on what isn't found, adds it: "milk", or "2 l milk exp fri, 6 eggs". */
export function SearchOrAdd({ typed, onType, onAdd, onFocus, isFound }: SearchOrAddProps) {
  return (
    <form
      className="flex min-w-0 flex-1 gap-2"
      onFocus={onFocus}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isFound()) onAdd?.()
      }}
    >
      <SearchBox
        value={typed}
        onChange={onType}
        label={t`Search ingredients...`}
        placeholder={onAdd ? t`Search ingredients... or add` : t`Search ingredients...`}
        className="flex-1"
      />
      {onAdd && typed.trim() !== '' ? (
        <Button variant="quiet" onClick={onAdd}>
          <Trans>Add</Trans>
        </Button>
      ) : null}
    </form>
  )
}
