import { compareText, localTable } from '#platform/shared/local-tables.ts'
import type { Place } from '../contract.ts'

/** The places on this device. */
export const placeTable = localTable<Place>('places')

export const comparePlaces = (a: Place, b: Place): number =>
  a.position - b.position || compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id)
