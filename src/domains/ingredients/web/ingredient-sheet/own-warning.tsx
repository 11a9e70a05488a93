import { type ComponentType, createContext, Suspense, use } from 'react'
import type { Ingredient } from '../../contract/index.ts'

/** The component that turns a user's own messages about an ingredient off and on, which a later domain provides. */
export const OwnWarningContext = createContext<ComponentType<{ ingredient: Ingredient }> | null>(null)

export function OwnWarning({ ingredient }: { ingredient: Ingredient }) {
  const Switch = use(OwnWarningContext)
  return Switch ? (
    <Suspense fallback={null}>
      <Switch ingredient={ingredient} />
    </Suspense>
  ) : null
}
