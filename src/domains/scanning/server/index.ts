export { deleteLearned, insertLearned, listLearnedIngredients, scanningReferences } from './store/index.ts'
