import { createHash } from 'node:crypto'
import { z } from 'zod'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Encryption } from '#platform/server/security/encryption.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { putPhotoExample, trimPhotoExamples } from '../store/index.ts'

/** What a scan hands to whoever took the photo, so that nothing is kept of a photo that nobody confirms. */
const Seen = z.object({ household: z.string(), model: z.string(), features: z.string(), until: z.number() })

const goodForMs = 60 * 60 * 1000
/** A few views of a food are enough; with all of them a photo is compared at every scan. */
const max = { ofFood: 12, ofHousehold: 400 }

export const scanIdOf = (seal: Encryption, seen: { householdId: HouseholdId; model: string; features: string }, now: Date): string =>
  seal.encrypt(
    JSON.stringify({
      household: seen.householdId,
      model: seen.model,
      features: seen.features,
      until: now.getTime() + goodForMs,
    } satisfies z.infer<typeof Seen>),
  )

function opened(seal: Encryption, scanId: string): z.infer<typeof Seen> | null {
  try {
    return Seen.parse(JSON.parse(seal.decrypt(scanId)))
  } catch {
    return null
  }
}

/**
 * Keeps what was seen of a photo as an example of the food. Nothing is learned from a scan that is an hour old, another household's or none.
 * Throws 404 for a food the household does not have.
 */
export async function learnPhoto(
  tx: Transaction,
  seal: Encryption,
  { householdId, now }: { householdId: HouseholdId; now: Date },
  { scanId, ingredientId }: { scanId: string; ingredientId: string },
): Promise<{ learned: boolean }> {
  if (!(await findIngredient(tx, householdId, ingredientId))) throw notFound()
  const seen = opened(seal, scanId)
  if (!seen || seen.household !== householdId || seen.until < now.getTime()) return { learned: false }
  await putPhotoExample(tx, {
    household_id: householdId,
    id: createHash('sha256').update(`${seen.model} ${seen.features}`).digest('hex').slice(0, 32),
    ingredient_id: ingredientId,
    model: seen.model,
    features: seen.features,
    created_at: now.toISOString(),
  })
  await trimPhotoExamples(tx, householdId, ingredientId, max)
  return { learned: true }
}
