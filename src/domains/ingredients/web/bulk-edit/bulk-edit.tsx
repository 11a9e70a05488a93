import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#platform/shared/say.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { SelectionList, useSelection } from '#platform/web/ui/selection.tsx'
import { type BulkIngredientEdit, maxBulkIngredients } from '../../contract/bulk-edit.ts'
import type { Ingredient } from '../../contract/index.ts'
import { categoryLabel } from '../../rules/category-labels.ts'
import { editIngredients } from '../api/edit-ingredients.ts'
import { LocationLabel } from '../ingredient-sheet/location-label.tsx'
import { BulkEditDialog, type BulkEditForm } from './bulk-edit-dialog.tsx'

interface BulkEditProps {
  /** Those that match the search. */
  ingredients: readonly Ingredient[]
  /** The ingredient selected first; null for none. */
  first: string | null
  onDone: () => void
}

/** Selects ingredients, to change or delete all of them at once. */
export function BulkEdit({ ingredients, first, onDone }: BulkEditProps) {
  const [form, setForm] = useState<BulkEditForm | null>(null)
  const selection = useSelection(ingredients, { first, onEscape: form === null ? onDone : null })
  const { chosen } = selection
  const edit = (what: BulkIngredientEdit) => {
    void editIngredients(chosen, what)
    onDone()
  }
  const isTooMany = chosen.length > maxBulkIngredients
  const isFavorite = chosen.length > 0 && chosen.every((one) => one.isFavorite)
  const isDisabled = chosen.length === 0 || isTooMany
  return (
    <>
      <SelectionList
        selection={selection}
        label={t`Ingredients`}
        emptyTitle={t`No ingredients match`}
        warning={isTooMany ? t`Choose at most ${formatNumber(maxBulkIngredients)} ingredients at once.` : null}
        actions={
          <>
            <Button variant="quiet" disabled={isDisabled} onClick={() => setForm('change')}>
              <Trans>Change</Trans>
            </Button>
            <Button variant="quiet" disabled={isDisabled} onClick={() => edit({ do: 'change', fields: { isFavorite: !isFavorite } })}>
              {isFavorite ? t`Not a favorite` : t`Favorite`}
            </Button>
            <Button variant="quiet" disabled={isDisabled} onClick={() => setForm('remove')}>
              <Trans>Delete</Trans>
            </Button>
          </>
        }
        renderRow={(ingredient) => <RowText ingredient={ingredient} />}
        onCancel={onDone}
      />
      {form ? <BulkEditDialog form={form} count={chosen.length} onEdit={edit} onClose={() => setForm(null)} /> : null}
    </>
  )
}

const RowText = ({ ingredient: { name, isFavorite, category, defaultLocation, defaultStorage } }: { ingredient: Ingredient }) => (
  <span className="flex flex-wrap items-center gap-x-3">
    <span className="display min-w-[min(100%,6rem)] flex-1 wrap-anywhere">{name}</span>
    {isFavorite ? (
      <span className="inline-flex text-herb-ink">
        <Star aria-hidden="true" className="size-4 fill-current" />
        <span className="sr-only">
          <Trans>Favorite</Trans>
        </span>
      </span>
    ) : null}
    <span className="flex w-full flex-wrap items-center justify-between gap-x-2 text-sm text-ink-soft">
      <span className="wrap-anywhere">{categoryLabel(category)}</span>
      <LocationLabel location={defaultLocation} storage={defaultStorage} className="min-w-0" />
    </span>
  </span>
)
