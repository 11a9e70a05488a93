export { forgetEater } from './use-cases/edit-eater.ts'
export { dietHistory } from './use-cases/history-handler.ts'
export { foodContentsReferences } from './use-cases/set-food-contents.ts'
