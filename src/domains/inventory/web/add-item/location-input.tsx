import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { TextInput, type TextInputProps } from '#platform/web/ui/form-fields.tsx'
import { inventoryStatsQuery } from '../api/stock-cache.ts'

/** Returns the household's locations: those of its items, most used first, then the other ones. */
export function useLocations(): readonly string[] {
  const byLocation = useQuery(inventoryStatsQuery()).data?.byLocation
  const named = useActiveHousehold()?.locations
  return useMemo(() => {
    const used = (byLocation ?? []).toSorted((a, b) => b.count - a.count).map(({ location }) => location)
    return [...new Set([...used, ...(named ?? [])])].filter((location) => location !== '')
  }, [byLocation, named])
}

/** A free-text location with suggestions. Takes the props of a registered field. */
export function LocationInput(field: Omit<TextInputProps, 'label'>) {
  const list = useId()
  const locations = useLocations()
  return (
    <>
      <TextInput label={t`Location`} placeholder={t`e.g. Fridge door`} autoComplete="off" maxLength={60} list={list} {...field} />
      <datalist id={list}>
        {locations.map((location) => (
          <option key={location} value={location} />
        ))}
      </datalist>
    </>
  )
}
