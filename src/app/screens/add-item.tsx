import { AddItemPage } from '#domains/inventory/web/pages/add-item-page.tsx'
import { tellPhotoOf } from '#domains/scanning/web/api.ts'

/** The add form; what is put in after a photo was scanned is what the photo showed. */
export const AddItem = () => <AddItemPage onScanned={(scan, { household, lot }) => void tellPhotoOf(scan, lot.ingredient.id, household)} />
