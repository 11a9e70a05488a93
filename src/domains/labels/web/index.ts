export { putLabelOnAdded } from './api/labels.ts'
