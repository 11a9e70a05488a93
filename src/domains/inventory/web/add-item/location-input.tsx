import { t } from '@lingui/core/macro'
import { type ChangeEvent, useId } from 'react'
import type { Storage } from '#domains/ingredients/contract/index.ts'
import { storedLocation, translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { TextInput, type TextInputProps } from '#platform/web/ui/form-fields.tsx'
import { useListedPlaces } from '../places/use-listed-places.ts'

interface InputProps extends Omit<TextInputProps, 'label'> {
  /** Gets the storage of a place that is chosen, if it is known. */
  onStorage?: (storage: Storage) => void
}

/** A free-text location in the reader's words, with suggestions; `storedLocation` reads it. Takes the props of a registered field. */
export function LocationInput({ onStorage, onChange, ...field }: InputProps) {
  const list = useId()
  const places = useListedPlaces()
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.target
    const storage = places.find(({ name }) => name === storedLocation(value))?.storage
    if (storage) onStorage?.(storage)
    return onChange?.(event)
  }
  return (
    <>
      <TextInput
        label={t`Location`}
        placeholder={t`e.g. Fridge door`}
        autoComplete="off"
        maxLength={60}
        list={list}
        onChange={change}
        {...field}
      />
      <datalist id={list}>
        {places.map(({ name }) => (
          <option key={name} value={translateLocation(name)} />
        ))}
      </datalist>
    </>
  )
}
