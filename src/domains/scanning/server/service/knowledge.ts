import { foodsToRecognise, listIngredientRows } from '#domains/products/server/service.ts'
import type { Encryption } from '#platform/server/seal.ts'
import type { NamedFood } from '../../rules/match-print.ts'
import { modelVersion } from '../gateway/look.ts'
import { listPhotoExamples } from '../store.ts'
import { scanIdOf } from './learn.ts'
import type { Asker } from './look-up.ts'
import { nearestExample } from './nearest.ts'
import type { LookUp, RecognitionContext } from './recognise.ts'

/** Foods that everybody knows, in the reader's language. */
export const everybodysFoods = (): NamedFood[] => foodsToRecognise().map(({ name, aliases }) => ({ id: null, name, aliases }))

/** What this household knows: its codes, its foods, and what its photos showed. */
export const recognitionContextOf = ({ householdId, now, read }: Asker, lookUp: LookUp, seal: Encryption): RecognitionContext => ({
  lookUp,
  foods: async () => {
    const own = await read(householdId, (q) => listIngredientRows(q, householdId))
    return [...own.map(({ id, name, aliases }) => ({ id, name, aliases: JSON.parse(aliases) })), ...everybodysFoods()]
  },
  nearest: async (features) => {
    const rows = await read(householdId, (q) => listPhotoExamples(q, householdId, modelVersion()))
    return nearestExample(
      features,
      rows.map((row) => ({ ingredientId: row.ingredient_id, features: row.features })),
    )
  },
  scanIdFor: (features) => scanIdOf(seal, { householdId, model: modelVersion(), features }, now),
})
