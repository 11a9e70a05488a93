import { createCalendarLink } from '#domains/households/contract/access-tokens.ts'
import { createCookbookLink, createRecipeLink, setCookbookRecipes } from '#domains/recipes/contract/index.ts'
import { createGuestLink } from '#domains/shopping/contract/index.ts'
import type { Home } from '#tests/support/data/seeded-households.ts'

const keyIn = (path: string) => new URL(path, 'http://localhost').searchParams.get('key') ?? ''

/** Returns the queries of valid links of a household, by route. */
export async function linkKeys({ id, people, targets }: Home): Promise<Record<string, Record<string, string>>> {
  const { recipe, cookbook } = targets
  const owner = people.OWNER
  const recipeKey = { key: keyIn((await owner.must(createRecipeLink, { params: { id: recipe } })).path) }
  await owner.must(setCookbookRecipes, { params: { id: cookbook }, body: { recipeIds: [recipe], isIn: true } })
  const cookbookKey = { key: keyIn((await owner.must(createCookbookLink, { params: { id: cookbook } })).path), recipe }
  const guestKey = { key: keyIn((await owner.must(createGuestLink, { body: {} })).path) }
  return {
    'GET /api/shared-recipe': recipeKey,
    'GET /api/shared-recipe/photo': recipeKey,
    'GET /api/shared-cookbook': cookbookKey,
    'GET /api/shared-cookbook/photo': cookbookKey,
    'GET /api/guest-list': guestKey,
    'GET /api/guest-list/rows': guestKey,
    'GET /api/calendar.ics': { key: keyIn((await owner.must(createCalendarLink, { params: { id } })).path) },
  }
}
