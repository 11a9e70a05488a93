import { type ComponentType, createContext, Suspense, use } from 'react'
import type { Ingredient } from '../../contract/index.ts'

export interface ParHintProps {
  ingredient: Ingredient
  /** `par` is in the ingredient's default unit. */
  onTake: (par: number) => void
}

/** The component that suggests a par level from past use, which a later domain provides. */
export const ParHintContext = createContext<ComponentType<ParHintProps> | null>(null)

export function ParHint(props: ParHintProps) {
  const Hint = use(ParHintContext)
  return Hint ? (
    <Suspense fallback={null}>
      <Hint {...props} />
    </Suspense>
  ) : null
}
