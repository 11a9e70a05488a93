/**
 * Fits how much the habits of a household are to be doubted (`habit-doubt.ts`): `node bench/waste/fit-doubt.ts [--households 1500]`. Logistic
 * regression on the oracle's chances, on the seeds from 1 of `home` and `abroad` alone.
 */
import { parseArgs } from 'node:util'
import { replayHistory } from '#domains/forecast/rules/event-replay.ts'
import { logUses } from '#domains/forecast/rules/habit-doubt.ts'
import { defaultPriors, type ForecastPriors } from '#domains/forecast/rules/priors.ts'
import { learnHabits } from '#domains/forecast/rules/recording-habits.ts'
import { predictWaste } from '#domains/forecast/rules/waste-forecast.ts'
import { makeCase } from './cases.ts'
import { solve } from './methods.ts'

const { values } = parseArgs({ options: { households: { type: 'string', default: '1500' } } })
const undoubted: ForecastPriors = { ...defaultPriors, inexactDoubt: [0, 0, 0], forgetfulDoubt: [0, 0, 0] }

/** A lot: its log odds without doubt, what is fitted, and the oracle's chance. */
interface Row {
  logOdds: number
  terms: readonly [number, number, number]
  oracle: number
}
const [inferred, trusted]: [Row[], Row[]] = [[], []]
for (const world of ['home', 'abroad'] as const)
  for (let seed = 1; seed <= Number(values.households); seed++) {
    const { records, truths } = makeCase(world, seed, 40)
    const ingredients = replayHistory(records)
    const { recorded, inexact, forgets } = learnHabits(ingredients, undoubted)
    const left = new Map(ingredients.flatMap(({ lots }) => lots.map((lot) => [lot.id, lot.left] as const)))
    const oracles = new Map(truths.map(({ lotId, oracle }) => [lotId, oracle]))
    const isInferred = recorded < undoubted.recordsTrusted
    const strength = isInferred ? Math.min(0.4, inexact) : Math.min(0.3, forgets)
    for (const { lotId, probability, why } of predictWaste(records, undoubted)) {
      const oracle = oracles.get(lotId) ?? null
      if (oracle === null) continue
      const said = Math.min(0.999, Math.max(0.001, probability))
      const logOdds = Math.log(said / (1 - said))
      const size = logUses((left.get(lotId) ?? 0) / why.perUse)
      const rows = isInferred ? inferred : trusted
      rows.push({ logOdds, terms: [strength, strength * logOdds, strength * size], oracle })
    }
  }

/** Newton's method, with a weak ridge. */
function fit(rows: readonly Row[]): number[] {
  const weights = [0, 0, 0]
  const ridge = 1e-4 * rows.length
  for (let round = 0; round < 20; round++) {
    const system = weights.map((weight, i) => [...weights.map((_, j) => (i === j ? ridge : 0)), -ridge * weight])
    for (const { logOdds, terms, oracle } of rows) {
      const p = 1 / (1 + Math.exp(-terms.reduce((sum, term, i) => sum + term * (weights[i] ?? 0), logOdds)))
      for (const [i, row] of system.entries()) {
        for (let j = 0; j < 3; j++) row[j] = (row[j] ?? 0) + p * (1 - p) * (terms[i] ?? 0) * (terms[j] ?? 0)
        row[3] = (row[3] ?? 0) + (oracle - p) * (terms[i] ?? 0)
      }
    }
    for (const [i, step] of solve(system).entries()) weights[i] = (weights[i] ?? 0) + step
  }
  return weights
}
const shown = (weights: readonly number[]) => `[${weights.map((weight) => weight.toFixed(2)).join(', ')}]`
console.log(`inexactDoubt: ${shown(fit(inferred))}, from ${inferred.length} lots`)
console.log(`forgetfulDoubt: ${shown(fit(trusted))}, from ${trusted.length} lots`)
