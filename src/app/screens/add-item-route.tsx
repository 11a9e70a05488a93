import { t } from '@lingui/core/macro'
import { AddItemPage } from '#domains/inventory/web/pages/add-item-page.tsx'
import { putLabelOnAdded } from '#domains/labels/web/index.ts'
import { confirmPhotoByShortId } from '#domains/scanning/web/api.ts'
import { useMyTripStoreId } from '#domains/shopping/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { toast } from '#platform/web/ui/toast.tsx'

/** The add form. Puts the label that led here on the item, and reports the item added after a photo scan as the photo's content. */
export const AddItem = () => (
  <AddItemPage
    tripStoreId={useMyTripStoreId()}
    onLabeled={(code, { lot }) =>
      void putLabelOnAdded(code, lot).catch((error) => toast.fail(errorMessage(error, t`Couldn’t save the label`)))
    }
    onScanned={(scan, { household, lot }) => void confirmPhotoByShortId(scan, lot.ingredient.id, household)}
  />
)
