/** Where browsers get their copy: a separate file, because the first load needs it without the schemas of `sync.ts`. */

export const syncPath = '/api/sync'

/** Channel and event of the live stream. */
export const syncChannel = (householdId: string) => `sync:${householdId}`
export const syncEvent = 'sync'
