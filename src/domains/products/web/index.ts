export { Place, placeOf, storageIcons, storageWords } from './components/place.tsx'
export { StorageChoice } from './components/storage-choice.tsx'
export { UnitSelect } from './components/unit-select.tsx'
