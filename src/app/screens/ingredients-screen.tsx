import { lazy } from 'react'
import { IngredientPricesContext, OwnWarningContext, ShelfLifeHintContext, StockInUnitContext } from '#domains/ingredients/web/index.ts'
import { IngredientsPage } from '#domains/ingredients/web/pages/ingredients-page.tsx'

const PriceHistory = lazy(() => import('#domains/inventory/web/prices/price-history.tsx'))
const OwnWarning = lazy(() => import('#domains/notifications/web/preferences/own-warning-switch.tsx'))
const SuggestedShelfLife = lazy(() => import('#domains/inventory/web/shelf-life/suggested-shelf-life.tsx'))
const StockInUnit = lazy(() => import('#domains/inventory/web/prices/stock-in-unit.tsx'))

/** The ingredients, with what was paid for them, what is in stock, how long it kept and the user's own messages about them. */
export const IngredientsScreen = () => (
  <StockInUnitContext value={StockInUnit}>
    <IngredientPricesContext value={PriceHistory}>
      <OwnWarningContext value={OwnWarning}>
        <ShelfLifeHintContext value={SuggestedShelfLife}>
          <IngredientsPage />
        </ShelfLifeHintContext>
      </OwnWarningContext>
    </IngredientPricesContext>
  </StockInUnitContext>
)
