import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { type ContentTerm, type FoodContents, listFoodContents } from '../../contract.ts'
import { setFoodContents } from '../api/food-contents.ts'
import { termLabels } from '../people/term-display.ts'
import type { PersonWarning } from './use-recipe-warnings.ts'

interface ListedFood {
  food: string
  ingredientId: string
  terms: { term: ContentTerm; isContained: boolean }[]
}

/** The foods of warnings that are the household's ingredients, each once, with what matters to someone. */
function foodsOf(warnings: readonly PersonWarning[]): ListedFood[] {
  const foods = new Map<string, ListedFood>()
  for (const { contains, unknown } of warnings)
    for (const { ingredientId, food, terms, isContained } of [
      ...contains.map((one) => ({ ...one, isContained: true })),
      ...unknown.map((one) => ({ ...one, isContained: false })),
    ]) {
      if (ingredientId === null) continue
      const known = foods.get(ingredientId) ?? { food, ingredientId, terms: [] }
      // Meat includes them.
      const asked = terms.includes('meat') ? terms.filter((term) => term !== 'pork' && term !== 'beef') : terms
      for (const term of asked) if (!known.terms.some((one) => one.term === term)) known.terms.push({ term, isContained })
      foods.set(ingredientId, known)
    }
  return [...foods.values()].filter(({ terms }) => terms.length > 0)
}

type Said = 'contains' | 'without' | ''
const saidOf = (known: FoodContents | undefined, term: ContentTerm): Said =>
  known?.contains.includes(term) ? 'contains' : known?.without.includes(term) ? 'without' : ''

/** Asks what the foods contain, as it says on their labels. */
export function FoodContentsDialog({ warnings, onClose }: { warnings: readonly PersonWarning[]; onClose: () => void }) {
  const said = useEndpointQuery(listFoodContents, {}).data ?? []
  // What is answered stays in the list.
  const [foods] = useState(() => foodsOf(warnings))
  const [trouble, setTrouble] = useState<string | null>(null)
  const choose = ({ ingredientId, food }: ListedFood, term: ContentTerm, next: Said) => {
    const known = said.find(({ id }) => id === ingredientId)
    const others = (terms: readonly ContentTerm[] = []) => terms.filter((one) => one !== term)
    const body = {
      contains: [...others(known?.contains), ...(next === 'contains' ? [term] : [])],
      without: [...others(known?.without), ...(next === 'without' ? [term] : [])],
    }
    setTrouble(null)
    setFoodContents({ id: ingredientId, name: food }, known, body).catch((error: unknown) =>
      setTrouble(errorMessage(error, t`Couldn’t save this`)),
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`What these contain`}
      description={t`As the label says. It applies to this ingredient everywhere in the household.`}
      size="small"
    >
      <div className="space-y-5">
        {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
        {foods.length === 0 ? <p>{t`Match these lines to your ingredients first.`}</p> : null}
        {foods.map((listed) => (
          <fieldset key={listed.ingredientId} className="min-w-0 space-y-3">
            <legend className="mb-1 font-semibold break-words">{listed.food}</legend>
            {listed.terms.map(({ term, isContained }) => (
              <Select
                key={term}
                label={termLabels[term]}
                value={saidOf(
                  said.find(({ id }) => id === listed.ingredientId),
                  term,
                )}
                onChange={({ target }) => choose(listed, term, target.value as Said)}
              >
                <option value="">{isContained ? t`Contains it, as Larder knows` : t`Unknown`}</option>
                <option value="contains">{t`Contains it`}</option>
                <option value="without">{t`Doesn’t contain it`}</option>
              </Select>
            ))}
          </fieldset>
        ))}
      </div>
    </Dialog>
  )
}
