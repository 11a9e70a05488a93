import { type ComponentType, createContext } from 'react'
import type { Lot } from '../../contract.ts'

/** Shows the labels of an item. Provided by the app, since labels are a later domain. Null if there are none. */
export const LotLabelContext = createContext<ComponentType<{ lot: Lot }> | null>(null)
