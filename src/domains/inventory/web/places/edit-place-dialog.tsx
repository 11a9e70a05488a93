import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type Storage, storages } from '#domains/ingredients/contract/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { LazyPictureActions, storageWords } from '#domains/ingredients/web/index.ts'
import type { ListedPlace } from '#domains/places/rules/list-places.ts'
import { addPlace, changePlace, removePlacePicture, setPlacePicture } from '#domains/places/web/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PlaceGlyph } from './place-glyph.tsx'

interface DialogProps {
  /** The place to edit; null adds one. */
  listed: ListedPlace | null
  places: readonly ListedPlace[]
  onClose: () => void
}

/** Adds a place, or changes its name, how cold it is and its picture. */
export function EditPlaceDialog({ listed, places, onClose }: DialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={listed ? translateLocation(listed.name) : t`Add a place`} size="small">
      <PlaceForm listed={listed} places={places} onClose={onClose} />
    </Dialog>
  )
}

/** Returns the name to store: the one of a storage is the same in every language. */
const storedName = (typed: string): string => {
  const area = storages.find((one) => storageWords[one] === typed)
  return area ? { PANTRY: 'Pantry', FRIDGE: 'Fridge', FREEZER: 'Freezer' }[area] : typed
}

function PlaceForm({ listed, places, onClose }: DialogProps) {
  const [name, setName] = useState(listed ? translateLocation(listed.name) : '')
  const [storage, setStorage] = useState<Storage | ''>(listed?.storage ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const stored = storedName(name.trim())
    const namesake = places.find((one) => one !== listed && nameKey(one.name) === nameKey(stored))
    if (stored === '') return setProblem(t`Enter a name.`)
    if (namesake) return setProblem(t`There’s already a place with that name. Use “Move everything” to put the items there.`)
    setBusy(true)
    try {
      const area = storage === '' ? null : storage
      if (listed) await changePlace(listed, { name: stored, storage: area })
      else await addPlace(stored, ...(area === null ? [] : [area]))
      onClose()
    } catch (error) {
      setProblem(errorMessage(error, t`Couldn’t save the place`))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {listed ? <PlacePicture listed={listed} /> : null}
      <TextInput
        label={t`Name`}
        autoComplete="off"
        maxLength={60}
        placeholder={t`e.g. Fridge door`}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Select
        label={t`How cold it is`}
        hint={t`What you put there gets this storage, unless you choose another one.`}
        value={storage}
        onChange={({ target }) => setStorage(storages.find((one) => one === target.value) ?? '')}
      >
        <option value="">{listed ? t`Not set` : t`From its name`}</option>
        {storages.map((one) => (
          <option key={one} value={one}>
            {storageWords[one]}
          </option>
        ))}
      </Select>
      <Button type="submit" busy={isBusy} busyLabel={t`Saving...`} className="w-full">
        {listed ? <Trans>Save</Trans> : <Trans>Add</Trans>}
      </Button>
    </form>
  )
}

function PlacePicture({ listed }: { listed: ListedPlace }) {
  const { place } = listed
  return (
    <div className="flex flex-wrap items-center gap-3">
      <PlaceGlyph listed={listed} />
      <LazyPictureActions
        onPick={(file) => setPlacePicture(listed, file)}
        onRemove={place?.picture ? () => removePlacePicture(place) : undefined}
      />
    </div>
  )
}
