export { listLearnedIngredients } from './store/index.ts'
