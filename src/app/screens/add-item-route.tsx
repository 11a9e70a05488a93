import { AddItemPage } from '#domains/inventory/web/pages/add-item-page.tsx'
import { confirmPhotoByShortId } from '#domains/scanning/web/api.ts'
import { useMyTripStoreId } from '#domains/shopping/web/index.ts'

/** The add form. Reports the item added after a photo scan as the photo's content. */
export const AddItem = () => (
  <AddItemPage
    tripStoreId={useMyTripStoreId()}
    onScanned={(scan, { household, lot }) => void confirmPhotoByShortId(scan, lot.ingredient.id, household)}
  />
)
