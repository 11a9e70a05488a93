import { invalidate } from '#platform/web/api/query-cache.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { listHouseholds, listMembers } from '../contract/index.ts'

const householdEvents = /^(household|member|invite)\./

/** Refetches households and members after their changes. Returns a function that stops this. */
export const refetchHouseholdsOnEvents = (): (() => void) =>
  onEvent({}, ({ event }) => {
    if (householdEvents.test(event)) void invalidate(listHouseholds, listMembers)
  })
