import { type ComponentType, Suspense } from 'react'
import type { Ingredient } from '../../contract/index.ts'

export interface ParHintProps {
  ingredient: Ingredient
  /** `par` is in the ingredient's default unit. */
  onTake: (par: number) => void
}

let Hint: ComponentType<ParHintProps> | null = null

/** Sets the component that suggests a par level from past use, which a later domain provides. */
export const setParHint = (hint: ComponentType<ParHintProps>): void => {
  Hint = hint
}

export const ParHint = (props: ParHintProps) =>
  Hint ? (
    <Suspense fallback={null}>
      <Hint {...props} />
    </Suspense>
  ) : null
