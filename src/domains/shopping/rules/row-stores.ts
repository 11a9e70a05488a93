import type { ShoppingItem } from '../contract/index.ts'

/** Returns the stores of a row after the same thing for other stores is added to it; empty is anywhere, which stays anywhere. */
export const mergeStores = (row: readonly string[], added: readonly string[]): readonly string[] =>
  row.length === 0 || added.length === 0 ? row : sortStores([...row, ...added])

/** Returns ids in the order in which rows store them, each once. */
export const sortStores = (ids: readonly string[]): readonly string[] => [...new Set(ids)].sort()

/** Whether a row can be bought in the store. `known` are the household's stores; others don't count. */
export function isForStore({ storeIds }: Pick<ShoppingItem, 'storeIds'>, storeId: string, known: ReadonlySet<string>): boolean {
  return storeIds.includes(storeId) || !storeIds.some((id) => known.has(id))
}
