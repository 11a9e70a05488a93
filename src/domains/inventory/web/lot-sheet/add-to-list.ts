import { createContext } from 'react'
import type { Lot } from '../../contract.ts'

/** Adds an ingredient to the shopping list, and reports it. */
export type AddToList = (ingredient: Pick<Lot['ingredient'], 'id' | 'name' | 'category'>) => void

/** Provided by the app, since the shopping list is a later domain. Null if there is none. */
export const AddToListContext = createContext<AddToList | null>(null)
