export {
  addPlace,
  arrangePlaces,
  changePlace,
  removePlace,
  removePlacePicture,
  setPlacePicture,
  usePlaceNames,
  usePlaces,
} from './api/places.ts'
