import type { LotIntent } from './pending-lot-actions.ts'

/** Uses some or all of a lot, which may open it. */
export const createUseIntent = ({ id }: { readonly id: string }, quantity: number): LotIntent => ({
  do: 'take',
  lotId: id,
  quantity,
  isUse: true,
})
