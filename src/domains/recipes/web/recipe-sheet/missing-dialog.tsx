import { plural, t } from '@lingui/core/macro'
import { Suspense, useMemo, useState } from 'react'
import { useActiveHouseholdId } from '#domains/households/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { roundUpToBuy } from '#domains/shopping/rules/purchase-amount.ts'
import { type ListChoice, ListField } from '#domains/shopping/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import type { StockLine } from '../../contract/index.ts'
import { isStaple } from '../../rules/staples.ts'
import { findSoldLocally } from '../api/add-missing.ts'

interface Props {
  /** The lines that are short or missing. */
  lines: readonly StockLine[]
  onAdd: (places: readonly number[], list: ListChoice) => void
  onClose: () => void
}

/** Asks which missing ingredients go on the list. Staples and what is optional aren't chosen at first. */
export function MissingDialog({ lines, onAdd, onClose }: Props) {
  const { show } = useQuantityFormatter()
  const household = useActiveHouseholdId()
  const findSold = useMemo(() => findSoldLocally(household), [household])
  const [chosen, setChosen] = useState(
    () => new Set(lines.filter(({ food, isOptional }) => !isOptional && !isStaple(food)).map(({ place }) => place)),
  )
  const [list, setList] = useState<ListChoice>(null)
  const toggle = (place: number) =>
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(place)) after.add(place)
      return after
    })
  const count = chosen.size
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Add to Shopping List`}
      size="small"
      footer={
        <Button disabled={count === 0} onClick={() => onAdd([...chosen], list)}>
          {count === 0 ? t`Choose what to add` : plural(count, { one: 'Add # item', other: 'Add # items' })}
        </Button>
      }
    >
      <Suspense fallback={null}>
        <ListField value={list} onChange={setList} />
      </Suspense>
      <ul className="mt-3">
        {lines.map(({ place, ingredientId, ingredientName, food, lacking, stockUnit }) => (
          <li key={place}>
            <Checkbox
              label={ingredientName ?? food}
              {...(stockUnit !== null && lacking > 0
                ? { hint: show(roundUpToBuy(lacking, stockUnit, findSold(ingredientId ?? '')), stockUnit) }
                : {})}
              checked={chosen.has(place)}
              onChange={() => toggle(place)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
