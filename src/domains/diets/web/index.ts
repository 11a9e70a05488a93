import { lazy } from 'react'

export { type Person, usePeople, usePeopleWithNeeds } from './api/eaters.ts'
export { useWhoEats } from './api/meal-eaters.ts'
export { ComingFoodWarnings } from './warnings/coming-food-warnings.tsx'
export const DietsFailed = lazy(async () => ({ default: (await import('./warnings/diets-failed.tsx')).DietsFailed }))
export const RecipeWarnings = lazy(async () => ({ default: (await import('./warnings/recipe-warnings.tsx')).RecipeWarnings }))
export const ShortWarnings = lazy(async () => ({ default: (await import('./warnings/recipe-warnings.tsx')).ShortWarnings }))
export const MealEatersDialog = lazy(async () => ({ default: (await import('./people/meal-eaters-dialog.tsx')).MealEatersDialog }))
