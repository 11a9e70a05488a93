import { ingredientKey } from './match-ingredient.ts'

const prefix = 'new '

/** The id that an ingredient has on this device until the server has it. Requests name such an ingredient instead. */
export const provisionalId = (name: string): string => prefix + ingredientKey(name)

export const isProvisional = (id: string): boolean => id.startsWith(prefix)
