import { type ComponentType, createContext, Suspense, use } from 'react'
import type { Ingredient } from '../../contract/index.ts'
import type { ShelfLifeKey } from './ingredient-form.ts'

export interface ShelfLifeHintProps {
  ingredient: Ingredient
  /** What the form's fields say. */
  entered: Readonly<Record<ShelfLifeKey, string>>
  onTake: (life: ShelfLifeKey, days: number) => void
}

/** The component that suggests shelf lives from past use, which a later domain provides. */
export const ShelfLifeHintContext = createContext<ComponentType<ShelfLifeHintProps> | null>(null)

export function ShelfLifeHint(props: ShelfLifeHintProps) {
  const Hint = use(ShelfLifeHintContext)
  return Hint ? (
    <Suspense fallback={null}>
      <Hint {...props} />
    </Suspense>
  ) : null
}
