import { commonIngredients, listIngredients } from '#domains/ingredients/server/index.ts'
import type { Encryption } from '#platform/server/security/encryption.ts'
import type { NamedIngredient } from '../../rules/match-print.ts'
import { modelVersion } from '../gateway/classifier.ts'
import { listPhotoExamples } from '../store/index.ts'
import { scanIdOf } from './learn-from-scan.ts'
import type { LookupContext } from './look-up-barcode.ts'
import { nearestExample } from './nearest-ingredient.ts'
import type { LookUp, RecognitionContext } from './recognize-photo.ts'

/** Returns the built-in ingredients in the reader's language. */
export const sharedNames = (): NamedIngredient[] => commonIngredients().map(({ name, aliases }) => ({ id: null, name, aliases }))

/** Returns what recognition may use of a household: its codes, ingredients and confirmed photos. */
export const recognitionContextOf = (
  { householdId, now, read }: LookupContext,
  lookUp: LookUp,
  encryption: Encryption,
): RecognitionContext => ({
  lookUp,
  ingredients: async () => {
    const own = await read(householdId, (q) => listIngredients(q, householdId))
    return [...own.map(({ id, name, aliases }) => ({ id, name, aliases: JSON.parse(aliases) })), ...sharedNames()]
  },
  nearest: async (features) => {
    const rows = await read(householdId, (q) => listPhotoExamples(q, householdId, modelVersion()))
    return nearestExample(
      features,
      rows.map((row) => ({ ingredientId: row.ingredient_id, features: row.features })),
    )
  },
  scanIdFor: (features) => scanIdOf(encryption, { householdId, model: modelVersion(), features }, now),
})
