import { t } from '@lingui/core/macro'
import { BookOpen, ChefHat } from 'lucide-react'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/load-states.tsx'
import { useCookbooks } from '../api/cookbooks.ts'

interface Props {
  /** The cookbook that the list shows; null for all recipes. */
  cookbookId: string | null
  mayChange: boolean
  onClear: () => void
}

/** Says why the list has no recipes: its cookbook is empty, or none matches the filters. */
export function NoRecipes({ cookbookId, mayChange, onClear }: Props) {
  const isEmptyCookbook = useCookbooks().some(({ id, recipeIds }) => id === cookbookId && recipeIds.length === 0)
  const action = <Button variant="quiet" onClick={onClear}>{t`Clear filters`}</Button>
  return isEmptyCookbook ? (
    <EmptyState icon={BookOpen} title={t`This cookbook is empty`} action={action}>
      {mayChange ? t`To put a recipe in, open it and choose “Cookbooks” in its menu.` : null}
    </EmptyState>
  ) : (
    <EmptyState icon={ChefHat} title={t`No recipes found`} action={action}>
      {t`Try other words, another cuisine, more time, or more missing ingredients.`}
    </EmptyState>
  )
}
