import { lazy } from 'react'
import { IngredientPricesContext, StockInUnitContext } from '#domains/ingredients/web/index.ts'
import { IngredientsPage } from '#domains/ingredients/web/pages/ingredients-page.tsx'

const PriceHistory = lazy(() => import('#domains/inventory/web/prices/price-history.tsx'))
const StockInUnit = lazy(() => import('#domains/inventory/web/prices/stock-in-unit.tsx'))

/** The ingredients, with what was paid for them and what is in stock. */
export const IngredientsScreen = () => (
  <StockInUnitContext value={StockInUnit}>
    <IngredientPricesContext value={PriceHistory}>
      <IngredientsPage />
    </IngredientPricesContext>
  </StockInUnitContext>
)
