import { useMemo } from 'react'
import { useMe } from '#domains/account/web/index.ts'
import type { ShoppingTrip } from '../../contract/index.ts'
import { useChosenList } from '../api/chosen-list.ts'
import { useTrips } from '../api/trips.ts'

interface TripsOfList {
  /** The user's id; null until it is known. */
  userId: string | null
  mine: ShoppingTrip | null
  others: readonly ShoppingTrip[]
}

/** Returns who is shopping from the list that this device shows. */
export function useTripsOfList(): TripsOfList {
  const userId = useMe().data?.id ?? null
  const listId = useChosenList().chosen?.id ?? null
  const trips = useTrips()
  return useMemo(() => {
    const here = trips.filter((trip) => trip.listId === listId)
    return {
      userId,
      mine: here.find((trip) => trip.userId === userId) ?? null,
      others: here.filter((trip) => trip.userId !== userId),
    }
  }, [trips, listId, userId])
}

/** Returns the store of the user's trip, from any list; null without a trip or if it is unknown. */
export function useMyTripStoreId(): string | null {
  const userId = useMe().data?.id
  return useTrips().find((trip) => trip.userId === userId)?.storeId ?? null
}
