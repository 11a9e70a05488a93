import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { TextInput, type TextInputProps } from '#platform/web/ui/field.tsx'
import { stats } from '../api/lists.ts'

/** The household's places, most used first. */
export function usePlaces(): string[] {
  const { data } = useQuery(stats())
  return (data?.byLocation ?? [])
    .toSorted((a, b) => b.count - a.count)
    .map(({ location }) => location)
    .filter((location) => location !== '')
}

/** A place, typed freely; the ones in use are offered. Goes with `register` or with `value` and `onValue`. */
export function LocationInput({ onValue, ...rest }: Omit<TextInputProps, 'label'> & { onValue?: (value: string) => void }) {
  const list = useId()
  const places = usePlaces()
  return (
    <>
      <TextInput
        label={t`Location`}
        placeholder={t`e.g. Fridge door`}
        autoComplete="off"
        maxLength={60}
        list={list}
        {...rest}
        {...(onValue ? { onChange: (event) => onValue(event.target.value) } : {})}
      />
      <datalist id={list}>
        {places.map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
    </>
  )
}
