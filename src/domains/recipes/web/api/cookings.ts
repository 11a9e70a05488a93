import { t } from '@lingui/core/macro'
import { callWithHeaders, uploadWithHeaders, urlOf } from '#platform/web/api/call.ts'
import type { SubmitOnce } from '#platform/web/api/idempotent-submit.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import * as contract from '../../contract/index.ts'
import { offerRecipeUndo, refreshRecipes, writeRecipes } from './index.ts'

/** Loads when a recipe was made, newest first. */
export const useCookings = (recipeId: string) => useEndpointQuery(contract.listCookings, { params: { id: recipeId } }, { keepLast: true })

type Named = Pick<contract.Recipe, 'id' | 'name'>
type CookingFields = Pick<contract.Cooking, 'date' | 'rating' | 'notes'>

/** Notes that a recipe was made; while offline, on this device. Returns the note, and whether it waits to be sent. Throws `ApiError`. */
export function addCooking(
  { id: recipeId, name }: Named,
  fields: CookingFields,
  sendAs: SubmitOnce,
): Promise<{ cooking: contract.Cooking; isQueued: boolean }> {
  const { household } = currentSession()
  return sendAs({ household, recipeId, fields }, async ({ id, idempotencyKey }) => {
    const [params, body] = [{ id: recipeId }, { ...fields, id }]
    const cooking = { ...fields, id, recipeId, picture: null, createdAt: new Date().toISOString(), version: 1 }
    const { state } = await writeRecipes({
      words: t`Note that you made ${name}`,
      message: t`Noted that you made ${name}`,
      intent: { do: 'put-cooking', cooking },
      opposite: { do: 'remove-cooking', cookingId: id },
      request: { method: 'POST', address: urlOf(contract.addCooking, { params }), body },
      send: () => callWithHeaders(contract.addCooking, { params, body, household, idempotencyKey }),
    })
    return { cooking, isQueued: state === 'queued' }
  })
}

/** Changes fields of a time that a recipe was made. Throws `ApiError`. */
export async function editCooking({ name }: Named, cooking: contract.Cooking, body: contract.CookingChange): Promise<void> {
  const params = { id: cooking.id }
  const to = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  await writeRecipes({
    words: t`Edit ${name}`,
    message: t`Saved ${name}`,
    intent: { do: 'put-cooking', cooking: { ...cooking, ...to } },
    opposite: { do: 'put-cooking', cooking },
    request: { method: 'PATCH', address: urlOf(contract.changeCooking, { params }), body },
    send: (household) => callWithHeaders(contract.changeCooking, { params, body, household }),
  })
}

/** Removes a time that a recipe was made. Throws `ApiError`. */
export async function removeCooking({ name }: Named, cooking: contract.Cooking): Promise<void> {
  const params = { id: cooking.id }
  await writeRecipes({
    words: t`Remove a date of ${name}`,
    message: t`Removed a date of ${name}`,
    intent: { do: 'remove-cooking', cookingId: cooking.id },
    opposite: { do: 'put-cooking', cooking },
    request: { method: 'DELETE', address: urlOf(contract.removeCooking, { params }) },
    send: (household) => callWithHeaders(contract.removeCooking, { params, household }),
  })
}

/** Sets or replaces the photo of a time that a recipe was made, and offers Undo. Throws `ApiError`. */
export async function setCookingPicture({ name }: Named, id: string, picture: File): Promise<void> {
  const { household } = currentSession()
  const form = new FormData()
  form.append('image', picture)
  const { headers } = await uploadWithHeaders(contract.setCookingPicture, form, { params: { id }, household })
  void refreshRecipes(household)
  offerRecipeUndo(household, t`Saved the photo of ${name}`, headers)
}

/** Removes a photo, and offers Undo. Throws `ApiError`. */
export async function removeCookingPicture({ name }: Named, id: string): Promise<void> {
  const { household } = currentSession()
  const { headers } = await callWithHeaders(contract.removeCookingPicture, { params: { id }, household })
  void refreshRecipes(household)
  offerRecipeUndo(household, t`Removed the photo of ${name}`, headers)
}
