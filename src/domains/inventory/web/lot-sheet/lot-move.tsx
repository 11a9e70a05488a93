import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { Storage } from '#domains/ingredients/contract/index.ts'
import { StorageChoice, storageWords } from '#domains/ingredients/web/index.ts'
import { LocationInput } from '../add-item/location-input.tsx'
import { move } from '../api/lot-actions.ts'
import type { PanelProps } from './lot-sheet.tsx'
import { Panel } from './panel.tsx'

const notes: Partial<Record<Storage, (from: Storage) => string | null>> = {
  FREEZER: (from) => (from === 'FREEZER' ? null : t`Freezing extends its life. A use-by date still applies.`),
  FRIDGE: (from) => (from === 'FREEZER' ? t`Once thawed, the remaining days start counting again.` : null),
  PANTRY: (from) => (from === 'FREEZER' ? t`Once thawed, the remaining days start counting again.` : null),
}

export function MovePanel({ lot, onDone, onBack }: PanelProps) {
  const [storage, setStorage] = useState(lot.storage)
  const [location, setLocation] = useState(lot.location)
  const note = notes[storage]?.(lot.storage) ?? null
  const submit = () => {
    const to = {
      ...(storage === lot.storage ? {} : { storage }),
      ...(location.trim() === lot.location ? {} : { location: location.trim() }),
    }
    if (Object.keys(to).length > 0) void move(lot, to)
    onDone()
  }
  const choose = (next: Storage) => {
    setStorage(next)
    // The old location isn't in the new storage, so suggest the storage's own name.
    if (next !== lot.storage && location === lot.location) setLocation(storageWords[next])
    if (next === lot.storage) setLocation(lot.location)
  }
  return (
    <Panel onSubmit={submit} onBack={onBack} doIt={t`Move`}>
      <StorageChoice value={storage} onChange={choose} />
      {note ? <p className="rounded-control bg-sunken px-3.5 py-3 text-sm">{note}</p> : null}
      <LocationInput value={location} onValue={setLocation} />
    </Panel>
  )
}
