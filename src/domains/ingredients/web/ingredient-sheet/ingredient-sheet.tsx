import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import type { Ingredient } from '../../contract/index.ts'
import { IngredientEditor } from './ingredient-editor.tsx'

/** Everything the household holds true of one food. `food` 'new' adds one; null is closed. */
export function IngredientSheet({
  ingredient,
  mayChange,
  onClose,
}: {
  ingredient: Ingredient | 'new' | null
  mayChange: boolean
  onClose: () => void
}) {
  const shown = useRef(ingredient)
  if (ingredient !== null) shown.current = ingredient
  const now = shown.current
  return (
    <Dialog
      open={ingredient !== null}
      onOpenChange={(open) => open || onClose()}
      title={now === 'new' || now === null ? t`Add Ingredient` : now.name}
      size="medium"
    >
      {now === null ? null : (
        <IngredientEditor
          key={now === 'new' ? 'new' : now.id}
          ingredient={now === 'new' ? null : now}
          mayChange={mayChange}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
