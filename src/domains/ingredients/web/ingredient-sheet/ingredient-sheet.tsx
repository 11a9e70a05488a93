import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import type { Ingredient } from '../../contract/index.ts'
import { FoodEditor } from './ingredient-editor.tsx'

/** Everything the household holds true of one food. `food` 'new' adds one; null is closed. */
export function FoodSheet({ food, mayChange, onClose }: { food: Ingredient | 'new' | null; mayChange: boolean; onClose: () => void }) {
  const shown = useRef(food)
  if (food !== null) shown.current = food
  const now = shown.current
  return (
    <Dialog
      open={food !== null}
      onOpenChange={(open) => open || onClose()}
      title={now === 'new' || now === null ? t`Add Ingredient` : now.name}
      size="medium"
    >
      {now === null ? null : (
        <FoodEditor key={now === 'new' ? 'new' : now.id} food={now === 'new' ? null : now} mayChange={mayChange} onClose={onClose} />
      )}
    </Dialog>
  )
}
