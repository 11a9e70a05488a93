import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ListedPlace, listPlaces } from '#domains/places/rules/list-places.ts'
import { usePlaceNames, usePlaces } from '#domains/places/web/index.ts'
import { inventoryStatsQuery } from '../api/stock-cache.ts'

/** Returns the household's places in its order with their items, then the other locations in use. */
export function useListedPlaces(): readonly ListedPlace[] {
  const places = usePlaces()
  const used = useQuery(inventoryStatsQuery()).data?.byLocation
  const names = usePlaceNames()
  return useMemo(() => listPlaces(places, used ?? [], names), [places, used, names])
}
