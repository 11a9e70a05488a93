import { lazy } from 'react'
import { IngredientPricesContext } from '#domains/ingredients/web/index.ts'
import { IngredientsPage } from '#domains/ingredients/web/pages/ingredients-page.tsx'

const PriceHistory = lazy(() => import('#domains/inventory/web/prices/price-history.tsx'))

/** The ingredients, with what was paid for them. */
export const IngredientsScreen = () => (
  <IngredientPricesContext value={PriceHistory}>
    <IngredientsPage />
  </IngredientPricesContext>
)
