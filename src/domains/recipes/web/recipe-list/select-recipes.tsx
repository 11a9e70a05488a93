import { t } from '@lingui/core/macro'
import { BookPlus } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#platform/shared/say.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { SelectionList, useSelection } from '#platform/web/ui/selection.tsx'
import { maxChosenRecipes, type RecipeListItem } from '../../contract/index.ts'
import { ChooseCookbooksDialog } from '../cookbooks/choose-cookbooks-dialog.tsx'

interface Props {
  recipes: readonly RecipeListItem[]
  /** Whether these are all that match the filters. */
  isComplete: boolean
  onDone: () => void
}

/** Selects several recipes, to put them in cookbooks. */
export function SelectRecipes({ recipes, isComplete, onDone }: Props) {
  // The ids when the dialog opened: taken out of a cookbook, a recipe may leave the list.
  const [filed, setFiled] = useState<readonly string[] | null>(null)
  const selection = useSelection(recipes, { first: null, isComplete, onEscape: filed === null ? onDone : null })
  const { chosen } = selection
  const isTooMany = chosen.length > maxChosenRecipes
  return (
    <>
      <SelectionList
        selection={selection}
        label={t`Recipes`}
        emptyTitle={t`No recipes found`}
        warning={isTooMany ? t`Choose at most ${formatNumber(maxChosenRecipes)} recipes at once.` : null}
        actions={
          <Button
            variant="quiet"
            icon={<BookPlus aria-hidden="true" className="size-5" />}
            disabled={chosen.length === 0 || isTooMany}
            onClick={() => setFiled(chosen.map(({ id }) => id))}
          >
            {t`Put in a cookbook`}
          </Button>
        }
        renderRow={({ name }) => <span className="display block wrap-anywhere">{name}</span>}
        onCancel={onDone}
      />
      {filed === null ? null : <ChooseCookbooksDialog title={t`Put in a cookbook`} recipeIds={filed} onClose={onDone} />}
    </>
  )
}
