import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { storageWords } from '#domains/ingredients/web/index.ts'
import type { ListedPlace } from '#domains/places/rules/list-places.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { cache } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { type Lot, maxBulkEdit } from '../../contract.ts'
import { lotsAtLocationQuery } from '../api/stock-cache.ts'

interface DialogProps {
  listed: ListedPlace
  places: readonly ListedPlace[]
  onClose: () => void
}

/** Moves everything in a place to another one, as one change. */
export function MoveAllDialog({ listed, places, onClose }: DialogProps) {
  const title = plural(listed.count, { one: 'Move # item', other: 'Move # items' })
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} size="small">
      <MoveAllForm listed={listed} places={places} onClose={onClose} />
    </Dialog>
  )
}

async function lotsAt(locations: readonly string[]): Promise<Lot[]> {
  const replies = await Promise.all(locations.map((location) => cache.fetchQuery(lotsAtLocationQuery(location))))
  return replies.flatMap((reply) => (Array.isArray(reply) ? reply : reply.items))
}

function MoveAllForm({ listed, places, onClose }: DialogProps) {
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const others = places.filter(({ name }) => name !== listed.name)
  const target = others.find(({ name }) => name === chosen)
  const move = async () => {
    if (!target) return
    setBusy(true)
    try {
      const [{ editLots }, lots] = await Promise.all([import('../api/edit-lots.ts'), lotsAt(listed.locations)])
      const to = { do: 'move', location: target.name, ...(target.storage ? { storage: target.storage } : {}) } as const
      for (let start = 0; start < lots.length; start += maxBulkEdit) await editLots(lots.slice(start, start + maxBulkEdit), to)
      onClose()
    } catch (error) {
      setBusy(false)
      setProblem(errorMessage(error, t`Couldn’t change these items`))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void move()
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Select
        label={t`From ${translateLocation(listed.name)} to`}
        value={chosen}
        hint={target?.storage && target.storage !== listed.storage ? t`Their storage becomes ${storageWords[target.storage]}.` : undefined}
        onChange={({ target: { value } }) => setChosen(value)}
      >
        <option value="">{t`Choose a place`}</option>
        {others.map(({ name }) => (
          <option key={name} value={name}>
            {translateLocation(name)}
          </option>
        ))}
      </Select>
      <Button type="submit" disabled={!target} busy={isBusy} busyLabel={t`Moving...`} className="w-full">
        <Trans>Move</Trans>
      </Button>
    </form>
  )
}
