import { t } from '@lingui/core/macro'
import { nameKey } from '#platform/shared/name-key.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Container, Ingredient } from '../../contract/index.ts'
import { changeIngredientWithUndo } from './index.ts'

/** Adds a container to an ingredient, in place of one of that name, without a message unless it fails. Also offline. */
export function rememberContainer(ingredient: Ingredient, container: Container): void {
  const others = (ingredient.containers ?? []).filter(({ name }) => nameKey(name) !== nameKey(container.name))
  const containers = [...others, container]
  changeIngredientWithUndo(ingredient, { containers }, { containers }, { isQuiet: true }).catch((error: unknown) =>
    toast.fail(errorMessage(error, t`Couldn’t save ${ingredient.name}`)),
  )
}
