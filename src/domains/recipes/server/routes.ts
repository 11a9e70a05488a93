import { type Forecasts, latestLosses } from '#domains/forecast/server/index.ts'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import type { Shopping } from '#domains/shopping/server/index.ts'
import { type Route, serveFree, serveIdempotent, serveRead, serveWrite } from '#platform/server/endpoints/route.ts'
import { withPicture } from '#platform/server/endpoints/uploads.ts'
import { Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract/index.ts'
import { fetchPicture, type Outside } from './gateway/index.ts'
import { addMissing, addPlanMissing } from './use-cases/add-missing.ts'
import { cookRecipe } from './use-cases/cook-recipe.ts'
import { addRecipe, changeRecipe, duplicateRecipe, removeRecipe } from './use-cases/edit-recipe.ts'
import { type Collections, saveCollection } from './use-cases/import-recipes.ts'
import { listRecipes } from './use-cases/list-recipes.ts'
import { matchIngredient } from './use-cases/match-ingredient.ts'
import { listPlan, putPlan, removeEntry, spanOf } from './use-cases/meal-plan.ts'
import { parseLines } from './use-cases/parse-lines.ts'
import { type Planner, proposeWeek } from './use-cases/propose-week.ts'
import { type PageReader, readRecipeDraft } from './use-cases/read-recipe-draft.ts'
import { getRecipe, getRecipeRow } from './use-cases/recipe-entries.ts'
import { encodePhoto, getPhoto, removePhoto, setPhoto } from './use-cases/recipe-photo.ts'
import { recipeStock } from './use-cases/stock-lines.ts'

export interface Recipes {
  /** The server's own hosts, and replacements for name lookups in tests. */
  outside: Outside
  forecasts: Forecasts
  planner: Planner
  collections: Collections
  pages: PageReader
  limits: QuotaLimits
}

const maxCollectionBytes = 10 * 1024 * 1024
const collectionTooLarge = () => new Problem(413, 'file_too_large', 'That file is larger than 10 MB. Split the collection into parts.')

/** A stored picture is never served as a page (I-23). */
const photoHeaders = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Content-Disposition': 'inline; filename="recipe.jpg"',
  'Cache-Control': 'private, max-age=86400',
  'X-Content-Type-Options': 'nosniff',
}

export const recipeRoutes = ({ outside, forecasts, planner, collections, pages, limits }: Recipes, shopping: Shopping): Route[] => [
  serveFree(contract.listRecipes, async ({ member, query, read, header }) => {
    // Without a forecast, the order is by date.
    const risks = await latestLosses(forecasts, { householdId: member.householdId, today: member.today, read }).catch(() => new Map())
    const { cards, total, next } = await read(member.householdId, (q) => listRecipes(q, member, query, risks))
    header('X-Total-Count', String(total))
    if (next !== null) header('X-Next-Cursor', next)
    return cards
  }),
  serveRead(contract.getRecipe, ({ q, member, params }) => getRecipe(q, member, params.id)),
  serveWrite(contract.addRecipe, ({ tx, member, body }) => addRecipe(tx, limits, member, body)),
  serveWrite(contract.changeRecipe, ({ tx, member, params, body, ifMatch }) => changeRecipe(tx, member, params.id, body, ifMatch)),
  serveWrite(contract.removeRecipe, ({ tx, member, params }) => removeRecipe(tx, member, params.id)),
  serveWrite(contract.duplicateRecipe, ({ tx, member, params }) => duplicateRecipe(tx, limits, member, params.id)),
  serveRead(contract.getRecipeStock, ({ q, member, params, query }) => recipeStock(q, member, params.id, query)),
  serveWrite(contract.addMissing, ({ tx, member, params, body }) => addMissing(tx, member, shopping, params.id, body.servings)),
  serveWrite(contract.cookRecipe, ({ tx, member, params, body }) => cookRecipe(tx, member, params.id, body)),
  serveRead(contract.getMealPlan, ({ q, member, query }) => listPlan(q, member, spanOf(member, query))),
  serveWrite(contract.putMealPlan, ({ tx, member, body }) => putPlan(tx, member, body.entries)),
  serveWrite(contract.removePlanEntry, ({ tx, member, params }) => removeEntry(tx, member, params.id)),
  serveWrite(contract.addPlanMissing, ({ tx, member, body }) => addPlanMissing(tx, member, shopping, spanOf(member, body))),
  serveFree(contract.proposeWeek, ({ member, body, read }) => proposeWeek(member, read, { forecasts, planner }, body)),
  serveWrite(contract.matchLineIngredient, ({ tx, member, body }) => matchIngredient(tx, member, body)),
  serveFree(contract.parseLines, ({ body }) => parseLines(body.lines)),
  serveFree(contract.importRecipe, ({ body }) => readRecipeDraft(body, outside, pages)),
  serveIdempotent(contract.importCollection, async ({ receiveFile, member, write, header }) => {
    const file = await receiveFile({
      field: contract.importCollection.formField,
      maxBytes: maxCollectionBytes,
      tooLarge: collectionTooLarge,
    })
    const upload = await file.read()
    const { reply, seq } = await saveCollection(await collections.read(upload), limits, member, (work) => write(member.householdId, work))
    header('X-Change-Seq', String(seq))
    return reply
  }),
  serveIdempotent(contract.setRecipePhoto, async ({ receiveFile, member, params, read, write }) => {
    await read(member.householdId, (q) => getRecipeRow(q, member.householdId, params.id))
    const jpeg = await withPicture(receiveFile, encodePhoto)
    return write(member.householdId, (tx) => setPhoto(tx, limits, member, params.id, jpeg))
  }),
  serveIdempotent(contract.fetchRecipePhoto, async ({ member, params, read, write }) => {
    const row = await read(member.householdId, (q) => getRecipeRow(q, member.householdId, params.id))
    if (row.image_url === null) throw new Problem(409, 'no_image_url', 'This recipe doesn’t link to a photo.')
    const picture = await fetchPicture(row.image_url, outside)
    if (!picture) throw new Problem(502, 'fetch_failed', 'Couldn’t download that photo.')
    const jpeg = await encodePhoto(picture)
    return write(member.householdId, (tx) => setPhoto(tx, limits, member, params.id, jpeg))
  }),
  serveFree(contract.getRecipePhoto, async ({ member, params, read, reply }) => {
    const jpeg = await read(member.householdId, (q) => getPhoto(q, member, params.id))
    return reply.headers(photoHeaders).type('image/jpeg').send(jpeg) as never
  }),
  serveWrite(contract.removeRecipePhoto, ({ tx, member, params }) => removePhoto(tx, member, params.id)),
]
