import { lazy } from 'react'

export { usePeopleWithNeeds } from './api/eaters.ts'
export const RecipeWarnings = lazy(async () => ({ default: (await import('./warnings/recipe-warnings.tsx')).RecipeWarnings }))
export const ShortWarnings = lazy(async () => ({ default: (await import('./warnings/recipe-warnings.tsx')).ShortWarnings }))
