import { invalidate } from '#platform/web/api/query-cache.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { listHouseholds, listMembers } from '../contract/index.ts'

const about = /^(household|member|invite)\./

/** Keeps the list of households and members fresh while the app is open; answers how to stop. */
export const followHouseholds = (): (() => void) =>
  onEvent({}, ({ event }) => {
    if (about.test(event)) void invalidate(listHouseholds, listMembers)
  })
