import { type ComponentType, createContext, Suspense, use } from 'react'
import type { Ingredient } from '../../contract/index.ts'

/** The component that shows what was paid for an ingredient, which a later domain provides. */
export const IngredientPricesContext = createContext<ComponentType<{ ingredient: Ingredient }> | null>(null)

export function IngredientPrices({ ingredient }: { ingredient: Ingredient }) {
  const Prices = use(IngredientPricesContext)
  return Prices ? (
    <Suspense fallback={null}>
      <Prices ingredient={ingredient} />
    </Suspense>
  ) : null
}
