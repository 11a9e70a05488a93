import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Tensor } from 'onnxruntime-node'
import type { ColourPicture } from '#platform/server/security/safe-image.ts'
import { once } from '#platform/shared/once.ts'
import type { LabelProbability } from '../../rules/rank-candidates.ts'
import type { Classified } from './classifier.ts'
import { colourHistograms, colourShape, middleSquare } from './classify-input.ts'
import { loadOnnxModel } from './load-onnx-model.ts'

interface Card {
  side: number
  temperature: number
  /** In the order of the network's scores; an entry without a kind is "nothing". */
  foods: { fine: string; coarse: string | null }[]
}

const modelFile = (name: string) => new URL(`../../model/${name}`, import.meta.url)
const card: Card = JSON.parse(readFileSync(modelFile('groceries.json'), 'utf8'))

const openNetwork = once(() => loadOnnxModel(fileURLToPath(modelFile('groceries.onnx'))))

const best = (guesses: LabelProbability[]) => guesses.toSorted((a, b) => b.p - a.p || (a.label < b.label ? -1 : 1))

/** Converts scores to probabilities, scaled by the card's temperature. */
export function readScores(scores: ArrayLike<number>, { temperature, foods }: Card = card): Omit<Classified, 'features'> {
  const warm = foods.map((_, at) => (scores[at] ?? Number.NEGATIVE_INFINITY) / temperature)
  const top = Math.max(...warm)
  const shares = warm.map((score) => Math.exp(score - top))
  const sum = shares.reduce((total, share) => total + share, 0)
  const fine: LabelProbability[] = []
  const kinds = new Map<string, number>()
  for (const [at, { fine: label, coarse }] of foods.entries()) {
    if (coarse === null) continue
    const p = (shares[at] ?? 0) / sum
    fine.push({ label, p })
    kinds.set(coarse, (kinds.get(coarse) ?? 0) + p)
  }
  return { fine: best(fine), coarse: best([...kinds].map(([label, p]) => ({ label, p }))) }
}

/**
 * Classifies the center square of a picture. Loads the model on the first call (about 30 MB stay) and computes on one core, so run it in a
 * separate process. Throws what onnxruntime throws.
 */
export async function classify(picture: ColourPicture): Promise<Classified> {
  const session = await openNetwork()
  const view = middleSquare(picture, card.side)
  const { scores, features } = await session.run({
    picture: new Tensor('float32', view, [1, 3, card.side, card.side]),
    colours: new Tensor('float32', colourHistograms(view, card.side), colourShape),
  })
  if (!(scores?.data instanceof Float32Array) || !(features?.data instanceof Float32Array))
    throw new Error('The model returned unexpected outputs.')
  return { ...readScores(scores.data), features: features.data }
}
