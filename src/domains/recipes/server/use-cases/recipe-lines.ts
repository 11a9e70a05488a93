import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { semaphore } from '#platform/server/workers/semaphore.ts'
import { notFound } from '#platform/shared/problem.ts'
import { ingredientMatched, type ParsedLine } from '../../contract/index.ts'
import { parseLine } from '../../rules/parse-line.ts'
import { listIngredientMatches, saveIngredientMatch } from '../store/recipes.ts'

/** Parsed between two turns of the event loop: a few milliseconds of work. */
export const linesPerTurn = 10

/** Concurrent requests would each take a share of every turn. */
const oneAtATime = semaphore(1, 100)

/** Parses lines without blocking other requests. Throws 429 `busy` if too many requests wait. */
export const parseLines = (lines: readonly string[]): Promise<ParsedLine[]> =>
  oneAtATime(async () => {
    const parsed: ParsedLine[] = []
    for (let at = 0; at < lines.length; at += linesPerTurn) {
      parsed.push(...lines.slice(at, at + linesPerTurn).map(parseLine))
      await new Promise((next) => setImmediate(next))
    }
    return parsed
  })

/** Stores which of the household's ingredients a name in recipes refers to. */
export async function matchIngredient(
  tx: Transaction,
  member: Member,
  { food: ingredient, ingredientId }: { food: string; ingredientId: string | null },
): Promise<{ food: string; ingredientId: string | null }> {
  if (ingredientId !== null && !(await findIngredient(tx, member.householdId, ingredientId))) throw notFound()
  const key = ingredientKey(ingredient)
  const before = (await listIngredientMatches(tx, member.householdId)).get(key)
  if (before === ingredientId) return { food: ingredient, ingredientId }
  await saveIngredientMatch(tx, member.householdId, key, ingredientId)
  await recordChange(tx, member, ingredientMatched, { foodKey: key, ingredientId }, { before })
  return { food: ingredient, ingredientId }
}
