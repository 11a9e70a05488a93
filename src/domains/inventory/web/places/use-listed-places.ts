import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { type ListedPlace, listPlaces } from '#domains/places/rules/list-places.ts'
import { usePlaces } from '#domains/places/web/index.ts'
import { inventoryStatsQuery } from '../api/stock-cache.ts'

/** Returns the household's places in its order with their items, then the other locations in use. */
export function useListedPlaces(): readonly ListedPlace[] {
  const places = usePlaces()
  const used = useQuery(inventoryStatsQuery()).data?.byLocation
  const named = useActiveHousehold()?.locations
  return useMemo(() => listPlaces(places, used ?? [], named ?? []), [places, used, named])
}
