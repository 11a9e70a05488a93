import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import { useChosenList } from '../api/chosen-list.ts'
import { moveItem } from '../api/list-mutation.ts'

/** Moves a row to another list with one tap; nothing while there is only one. */
export function MoveToList({ item, onDone }: { item: ShoppingItem; onDone: () => void }) {
  const { open } = useChosenList()
  const heading = useId()
  const others = [{ id: null, name: t`Shopping List` }, ...open].filter(({ id }) => id !== (item.listId ?? null))
  if (open.length === 0) return null
  return (
    <fieldset aria-labelledby={heading} className="mb-4">
      <p id={heading} className="mb-1.5 text-sm font-semibold text-ink-soft">
        <Trans>Move to</Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        {others.map(({ id, name }) => (
          <Button
            key={id}
            variant="quiet"
            onClick={() => {
              moveItem(item, id, name)
              onDone()
            }}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
