import type { Container, Ingredient } from '../../contract/index.ts'

/** Adds a container to an ingredient, as `remember-container.ts` does, which is loaded on first use. */
export const rememberContainer = async (ingredient: Ingredient, container: Container): Promise<void> =>
  (await import('./remember-container.ts')).rememberContainer(ingredient, container)
