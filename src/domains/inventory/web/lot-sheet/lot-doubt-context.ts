import { type ComponentType, createContext } from 'react'
import type { Lot } from '../../contract.ts'

/** Marks items that are probably gone, as a badge or a narrow icon. Provided by the app, since forecasts are a later domain. */
export const LotDoubtContext = createContext<ComponentType<{ lots: readonly Lot[]; isNarrow: boolean }> | null>(null)
