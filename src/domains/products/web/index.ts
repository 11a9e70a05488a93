export { Place, placeOf, storageWords } from './components/place.tsx'
export { SheetActions } from './components/sheet-actions.tsx'
export { StorageChoice } from './components/storage-choice.tsx'
export { UnitSelect } from './components/unit-select.tsx'
