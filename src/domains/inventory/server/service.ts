/** What other domains and the composition may use of inventory. */
export { discardLot } from './service/act.ts'
export { countByDate, expiringLots } from './service/read.ts'
export { refreshDates } from './service/refresh-dates.ts'
export { inventoryStory, inventoryView } from './service/story.ts'
export { hasStock } from './store/lots.ts'
