export { addPlace, arrangePlaces, changePlace, removePlace, removePlacePicture, setPlacePicture, usePlaces } from './api/places.ts'
