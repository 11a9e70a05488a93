import { type ComponentType, Suspense } from 'react'
import type { Ingredient } from '../../contract/index.ts'

export interface ParHintProps {
  ingredient: Ingredient
  /** Takes the proposal, in the food's default unit. */
  onTake: (par: number) => void
}

let Hint: ComponentType<ParHintProps> | null = null

/** What past use says of a par level is known to a later domain; the composition hands its part in. */
export const offerParHint = (hint: ComponentType<ParHintProps>): void => {
  Hint = hint
}

export const ParHint = (props: ParHintProps) =>
  Hint ? (
    <Suspense fallback={null}>
      <Hint {...props} />
    </Suspense>
  ) : null
