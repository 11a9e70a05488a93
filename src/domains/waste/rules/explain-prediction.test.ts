import { expect, it } from 'vitest'
import { explainPrediction, type PredictionFacts } from './explain-prediction.ts'

const known = (part: Partial<PredictionFacts> = {}): PredictionFacts => ({
  daysLeft: 4,
  uses: 20,
  usesPerWeek: 3,
  perUse: 0.4,
  ahead: 0,
  enoughData: true,
  quantity: 2,
  unit: 'l',
  ...part,
})

it.each([
  [known(), 'Expires in 4 days; you use about 1.2 l a week'],
  [known({ ahead: 1 }), 'Expires in 4 days; you use about 1.2 l a week, and 1 l expires sooner'],
  [known({ daysLeft: 0, usesPerWeek: 0.5 }), 'Expires today; you use about 0.4 l every 14 days'],
  [known({ daysLeft: 1, enoughData: false, uses: 0 }), 'Expires tomorrow'],
  [known({ daysLeft: -3 }), 'Expired 3 days ago'],
  [known({ unit: 'each', perUse: 2 }), 'Expires in 4 days; you use about 6 a week'],
])('describes the facts in one line (%#)', (fact, line) => {
  expect(explainPrediction(fact)).toBe(line)
})
