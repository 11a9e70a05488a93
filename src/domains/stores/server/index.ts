export { listStoreNames } from './store.ts'
export { activeStoreFilter, checkStores, findOrAddStores, listStores, readStoreAisles, saveStoreAisles } from './use-cases/edit-store.ts'
export { storeHistory } from './use-cases/history-handler.ts'
export { importStore, rollbackStores } from './use-cases/import-store.ts'
