export { listLearnedIngredients, scanningReferences } from './store/index.ts'
