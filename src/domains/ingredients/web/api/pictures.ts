import { t } from '@lingui/core/macro'
import type { LocalTables } from '#platform/shared/local-tables.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { callWithHeaders, uploadWithHeaders } from '#platform/web/api/call.ts'
import { deriveLocally } from '#platform/web/api/local-source.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { cache, endpointQuery, fetchFromServer, invalidateIn, queryKeyOf, useQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import {
  addIngredient,
  getIngredient,
  type Ingredient,
  listIngredients,
  removeIngredientPicture,
  setIngredientPicture,
} from '../../contract/index.ts'
import { ingredientTable } from '../../rules/local-ingredients.ts'
import { offerIngredientUndo } from './index.ts'

/** The addresses of pictures by ingredient. Rows stored by an earlier release have no `picture`. */
const picturesIn = (tables: LocalTables): Readonly<Record<string, string>> =>
  Object.fromEntries(tables.rows(ingredientTable).flatMap(({ id, picture }) => (picture ? [[id, picture]] : [])))

/**
 * Returns the address of an ingredient's picture; null if there is none. Known from the ingredients that this device keeps, so that a list
 * asks the server for nothing but the pictures.
 */
export function useIngredientPicture(id: string | null | undefined): string | null {
  const { household } = currentSession()
  const read = () => deriveLocally(household, picturesIn)
  const { data } = useQuery({
    queryKey: [...queryKeyOf(listIngredients, undefined, household), 'pictures'],
    queryFn: () => read() ?? {},
    initialData: read,
    meta: { local: { endpoint: listIngredients, household, read } },
    enabled: deriveLocally(household, () => true) ?? false,
  })
  return (id && data?.[id]) || null
}

type Named = Pick<Ingredient, 'id' | 'name'>

/** Returns the household's ingredient of a name, a new one if there is none. Throws `ApiError`. */
export async function findOrAddIngredient(thing: Pick<Ingredient, 'name' | 'category' | 'defaultUnit'>): Promise<Ingredient> {
  const { household } = currentSession()
  const known = await fetchFromServer(listIngredients, {})
  const key = nameKey(thing.name)
  const found = known.find(({ name, aliases }) => [name, ...aliases].some((one) => nameKey(one) === key))
  if (found) return found
  const { reply } = await callWithHeaders(addIngredient, { body: { id: newId(), ...thing }, household, idempotencyKey: newId() })
  void invalidateIn(household, listIngredients)
  return reply
}

/** Sets or replaces an ingredient's picture, and offers Undo. Throws `ApiError`. */
export async function setPictureWithUndo({ id, name }: Named, picture: File): Promise<void> {
  const { household } = currentSession()
  const form = new FormData()
  form.append('image', picture)
  const { reply, headers } = await uploadWithHeaders(setIngredientPicture, form, { params: { id }, household })
  cache.setQueryData(endpointQuery(getIngredient, { params: { id } }, household).queryKey, reply)
  void invalidateIn(household, listIngredients, getIngredient)
  offerIngredientUndo(household, t`Changed the picture of ${name}`, headers)
}

/** Removes an ingredient's picture, and offers Undo. Throws `ApiError`. */
export async function removePictureWithUndo({ id, name }: Named): Promise<void> {
  const { household } = currentSession()
  const { headers } = await callWithHeaders(removeIngredientPicture, { params: { id }, household })
  void invalidateIn(household, listIngredients, getIngredient)
  offerIngredientUndo(household, t`Removed the picture of ${name}`, headers)
}
