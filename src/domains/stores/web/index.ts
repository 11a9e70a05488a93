export { useStores } from './api/stores.ts'
export { AtStoreSelect } from './at-store/at-store-select.tsx'
export { currentAtStore, setAtStore, useAtStore, watchAtStoreChoices } from './at-store/use-at-store.ts'
export { StoresSheet } from './edit-stores/stores-sheet.tsx'
