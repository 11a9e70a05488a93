export { countLabels, labelLocation, listKnownCodes as listKnownLabelCodes, listLabelCodes } from './store.ts'
export type { LabelDeps } from './use-cases/edit-label-sheet.ts'
export { labelHistory } from './use-cases/history-handler.ts'
export { importLabels, rollbackLabels } from './use-cases/import-labels.ts'
