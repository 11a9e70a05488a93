import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { type Ingredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { unitSuffix } from '#platform/shared/unit-display.ts'
import { familyOf, type Unit } from '#platform/shared/units.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { formatNumberInput, NumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'

interface Amount {
  quantity: number
  unit: Unit
}
interface Props {
  /** What was typed; ingredients are offered once it has two letters. */
  search: string
  /** The ingredient being planned; null if none is. */
  chosen: string | null
  onChoose: (ingredient: Ingredient, amount: Amount) => void
}

const maxOffered = 3

/** Plans an amount of an ingredient, such as two yogurts. */
export function IngredientMeals({ search, chosen, onChoose }: Props) {
  const key = nameKey(search)
  const { data } = useEndpointQuery(listIngredients, {}, { enabled: key.length > 1 })
  if (key.length < 2 || !data) return null
  const found = data.filter(({ name }) => nameKey(name).includes(key)).slice(0, maxOffered)
  if (found.length === 0) return null
  return (
    <section aria-label={t`Ingredients as a meal`}>
      <p className="mb-1 text-sm text-ink-soft">{t`Ingredients as a meal`}</p>
      <ul className="divide-y divide-line rounded-tile border border-line px-3">
        {found.map((ingredient) => (
          <IngredientRow key={ingredient.id} ingredient={ingredient} chosen={chosen} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  )
}

function IngredientRow({ ingredient, chosen, onChoose }: Pick<Props, 'chosen' | 'onChoose'> & { ingredient: Ingredient }) {
  const { id, name, defaultUnit: unit } = ingredient
  const [typed, setTyped] = useState(() => formatNumberInput(unit === 'g' || unit === 'ml' ? 100 : 1))
  const quantity = Math.round((parseNumber(typed) ?? 0) * 1000) / 1000
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="display min-w-0 flex-1 basis-40 text-lg leading-tight break-words">{name}</span>
      <span className="flex items-center gap-2">
        <span className="w-40">
          <NumberInput
            label={t`How much ${name}`}
            labelHidden
            value={typed}
            onValue={setTyped}
            {...(familyOf(unit) === 'count' ? { step: 1, min: 1 } : { suffix: unitSuffix(unit, 2) })}
          />
        </span>
        <Button
          variant="quiet"
          busy={chosen === id}
          busyLabel={t`Planning...`}
          disabled={chosen !== null || !(quantity > 0)}
          aria-label={t`Plan ${name}`}
          onClick={() => onChoose(ingredient, { quantity, unit })}
        >
          {t({ message: 'Plan', context: 'verb' })}
        </Button>
      </span>
    </li>
  )
}
