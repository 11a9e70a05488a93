export { findStorage, listPlacePictures } from './store.ts'
export { forgetPlaces } from './use-cases/forget-places.ts'
export { placeHistory } from './use-cases/history-handler.ts'
export type { PlaceReferences } from './use-cases/rename-location.ts'
