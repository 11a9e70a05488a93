export { countLabels } from './store.ts'
export type { LabelDeps } from './use-cases/edit-label-sheet.ts'
export { labelHistory } from './use-cases/history-handler.ts'
