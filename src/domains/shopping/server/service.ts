/** What other domains and the composition may use of the shopping list. */
export { addToList } from './service/add.ts'
export { importRows as bringRows, listedThings, rollbackRows as takeBackRows } from './service/bring-in.ts'
export { countList, readItems, type Shopping } from './service/read.ts'
export { shoppingHistory as shoppingStory, shoppingView } from './service/story.ts'
export { wantedFoods } from './store/rows.ts'
