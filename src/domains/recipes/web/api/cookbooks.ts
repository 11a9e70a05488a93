import { plural, t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { call, callWithHeaders, download, errorMessage, urlOf } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { invalidateIn, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { saveFile } from '#platform/web/api/save-file.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { rowWriter } from '#platform/web/sync/row-writer.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import * as contract from '../../contract/index.ts'
import type { CookbookIntent } from './pending-cookbook-changes.ts'

type Cookbook = contract.Cookbook

/** Loads the household's cookbooks in its order; works offline. */
export const useCookbookQuery = () => useEndpointQuery(contract.listCookbooks, {}, { persisted: true })

const none: readonly Cookbook[] = []
/** Returns the household's cookbooks, none while they load. */
export const useCookbooks = (): readonly Cookbook[] => useCookbookQuery().data ?? none

/** Returns the id unless its cookbook was deleted. */
export function useKnownCookbook(id: string | null): string | null {
  const { data } = useCookbookQuery()
  return data && !data.some((cookbook) => cookbook.id === id) ? null : id
}

const write = rowWriter<Cookbook>('cookbooks', undoChange, contract.listCookbooks, contract.listRecipes)

/** Creates a cookbook with recipes; while offline, on this device. Throws `ApiError`. */
export async function addCookbook(name: string, recipeIds: readonly string[] = []): Promise<void> {
  const id = newId()
  const body = { id, name, recipeIds: [...recipeIds] }
  await write({
    words: t`Create the cookbook ${name}`,
    message: t`Created ${name}`,
    // Last in order.
    intent: { id, to: { ...body, position: 100_000, createdAt: new Date().toISOString(), version: 0 } },
    opposite: { id, to: null },
    request: { method: 'POST', address: urlOf(contract.addCookbook, {}), body },
    send: (household) => callWithHeaders(contract.addCookbook, { body, household }),
  })
}

/** Throws `ApiError`. */
export async function renameCookbook({ id, name: from }: Cookbook, name: string): Promise<void> {
  const [params, body] = [{ id }, { name }]
  await write({
    words: t`Rename ${from} to ${name}`,
    message: t`Renamed to ${name}`,
    intent: { id, to: body },
    opposite: { id, to: { name: from } },
    request: { method: 'PATCH', address: urlOf(contract.changeCookbook, { params }), body },
    send: (household) => callWithHeaders(contract.changeCookbook, { params, body, household }),
  })
}

/** Deletes a cookbook and leaves its recipes. Throws `ApiError`. */
export async function removeCookbook(cookbook: Cookbook): Promise<void> {
  const params = { id: cookbook.id }
  await write({
    words: t`Delete the cookbook ${cookbook.name}`,
    message: t`Deleted ${cookbook.name}`,
    intent: { id: cookbook.id, to: null },
    opposite: { id: cookbook.id, to: cookbook },
    request: { method: 'DELETE', address: urlOf(contract.removeCookbook, { params }) },
    send: (household) => callWithHeaders(contract.removeCookbook, { params, household }),
  })
}

/** Puts recipes in a cookbook or takes them out. Throws `ApiError`. */
export async function fillCookbook({ id, name, recipeIds: before }: Cookbook, chosen: readonly string[], isIn: boolean): Promise<void> {
  const recipeIds = chosen.filter((recipe) => before.includes(recipe) !== isIn)
  const count = recipeIds.length
  if (count === 0) return
  const [params, body] = [{ id }, { recipeIds, isIn }]
  const words = isIn
    ? plural(count, { one: `Put # recipe in ${name}`, other: `Put # recipes in ${name}` })
    : plural(count, { one: `Took # recipe out of ${name}`, other: `Took # recipes out of ${name}` })
  const filled = (toBeIn: boolean, order?: readonly string[]): CookbookIntent => ({
    id,
    to: {},
    fill: { recipeIds, isIn: toBeIn, ...(order ? { order } : {}) },
  })
  await write({
    words,
    message: words,
    intent: filled(isIn),
    opposite: filled(!isIn, before),
    request: { method: 'PUT', address: urlOf(contract.setCookbookRecipes, { params }), body },
    send: (household) => callWithHeaders(contract.setCookbookRecipes, { params, body, household }),
  })
}

/** Puts the cookbooks into an order. Throws `ApiError`. */
export async function arrangeCookbooks(cookbooks: readonly Cookbook[]): Promise<void> {
  const [first, ...others] = cookbooks.map(({ id }, position) => ({ id, to: { position } }))
  const [firstBack, ...othersBack] = cookbooks.map(({ id, position }) => ({ id, to: { position } }))
  if (!first || !firstBack) return
  const body = { cookbookIds: cookbooks.map(({ id }) => id) }
  await write({
    words: t`Arrange the cookbooks`,
    message: null,
    intent: { ...first, others } as CookbookIntent,
    opposite: { ...firstBack, others: othersBack } as CookbookIntent,
    request: { method: 'PUT', address: urlOf(contract.arrangeCookbooks, {}), body },
    send: (household) => callWithHeaders(contract.arrangeCookbooks, { body, household }),
  })
}

/** Returns the name without characters that file systems refuse. */
const fileNameOf = (name: string) =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '') || 'larder-cookbook'

/** Saves the recipes of a cookbook as a zip. */
export async function saveCookbook({ id, name }: Cookbook): Promise<void> {
  try {
    const { household } = currentSession()
    saveFile(await download(contract.exportCookbook, { params: { id }, household }), `${fileNameOf(name)}.zip`)
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to download the recipes`))
  }
}

/** Loads the links to a cookbook that haven't ended. */
export const useCookbookLinks = (id: string) => useEndpointQuery(contract.listCookbookLinks, { params: { id } })

/** Throws `ApiError`. */
export async function createCookbookLink(id: string) {
  const { household } = currentSession()
  const link = await call(contract.createCookbookLink, { params: { id }, household })
  await invalidateIn(household, contract.listCookbookLinks)
  return link
}

/** Throws `ApiError`. */
export async function endCookbookLink(id: string): Promise<void> {
  const { household } = currentSession()
  await call(contract.endCookbookLink, { params: { id }, household })
  await invalidateIn(household, contract.listCookbookLinks)
}
