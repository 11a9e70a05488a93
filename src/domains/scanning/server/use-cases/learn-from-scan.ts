import { createHash } from 'node:crypto'
import { z } from 'zod'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Encryption } from '#platform/server/security/encryption.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { putPhotoExample, trimPhotoExamples } from '../store/index.ts'

/** The content of a scan id. The client holds it, so nothing is stored of a photo that is never confirmed. */
const ScanContent = z.object({ household: z.string(), model: z.string(), features: z.string(), until: z.number() })

const expiresAfterMs = 60 * 60 * 1000
/** A few views per ingredient are enough; every scan compares with all of them. */
const max = { ofFood: 12, ofHousehold: 400 }

export const scanIdOf = (encryption: Encryption, scan: { householdId: HouseholdId; model: string; features: string }, now: Date): string =>
  encryption.encrypt(
    JSON.stringify({
      household: scan.householdId,
      model: scan.model,
      features: scan.features,
      until: now.getTime() + expiresAfterMs,
    } satisfies z.infer<typeof ScanContent>),
  )

function readScanId(encryption: Encryption, scanId: string): z.infer<typeof ScanContent> | null {
  try {
    return ScanContent.parse(JSON.parse(encryption.decrypt(scanId)))
  } catch {
    return null
  }
}

/**
 * Stores the photo's features as an example of the ingredient. Learns nothing from an expired, foreign or invalid scan id. Throws 404 if
 * the household doesn't have the ingredient.
 */
export async function learnFromScan(
  tx: Transaction,
  encryption: Encryption,
  { householdId, now }: { householdId: HouseholdId; now: Date },
  { scanId, ingredientId }: { scanId: string; ingredientId: string },
): Promise<{ learned: boolean }> {
  if (!(await findIngredient(tx, householdId, ingredientId))) throw notFound()
  const scan = readScanId(encryption, scanId)
  if (!scan || scan.household !== householdId || scan.until < now.getTime()) return { learned: false }
  await putPhotoExample(tx, {
    household_id: householdId,
    id: createHash('sha256').update(`${scan.model} ${scan.features}`).digest('hex').slice(0, 32),
    ingredient_id: ingredientId,
    model: scan.model,
    features: scan.features,
    created_at: now.toISOString(),
  })
  await trimPhotoExamples(tx, householdId, ingredientId, max)
  return { learned: true }
}
