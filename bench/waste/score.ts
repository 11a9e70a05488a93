/**
 * Quality of the waste forecast: `npm run --silent bench waste` (counts: `--households`, `--abroad`, `--elsewhere`; `--seed`, `--runs`).
 * Seeds
 * from 1,000,000 are reserved for this table; the days-left rule is fitted on seeds from 1, the model was tuned on `home` and `abroad`
 * from
 * 100,000. Takes a few minutes, mostly for the oracle, which simulates every household's future `runs` times.
 */
import { parseArgs } from 'node:util'
import { predictWaste } from '#domains/forecast/rules/waste-forecast.ts'
import { makeCase } from './cases.ts'
import { kinds, type World } from './household.ts'
import { baseRate, brier, calibrationError, daysLeftRule, type Judged, judge, oracleBrier, wastedAmong } from './methods.ts'

const { values } = parseArgs({
  options: {
    households: { type: 'string', default: '2500' },
    abroad: { type: 'string', default: '2500' },
    elsewhere: { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '60' },
  },
})
const runs = Number(values.runs)
const cases = (world: World, from: number, count: number, oracleRuns: number) =>
  Array.from({ length: count }, (_, i) => makeCase(world, from + i, oracleRuns))

const shown = (value: number, digits = 3) => (Number.isFinite(value) ? value.toFixed(digits) : '–')

function printTable(title: string, lots: readonly Judged[], training: readonly Judged[]): void {
  const rule = daysLeftRule(training)
  const always = baseRate(training)
  const byDays = ({ daysLeft }: Judged) => rule(daysLeft)
  const byModel = ({ said }: Judged) => said
  console.log(`\n${title}\n`)
  console.log(
    '| Households | Lots | Wasted | Base rate | Days left | Model | Oracle | Gap closed | ECE rule | ECE model | ≥ 0.6 wasted | < 0.3 wasted |',
  )
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const kind of ['all', ...kinds] as const) {
    const group = kind === 'all' ? lots : lots.filter((lot) => lot.kind === kind)
    if (group.length === 0) continue
    const [days, model, oracle] = [brier(group, byDays), brier(group, byModel), oracleBrier(group, runs)]
    const cells = [
      kind,
      String(group.length),
      shown(baseRate(group)),
      shown(
        brier(group, () => always),
        4,
      ),
      shown(days, 4),
      shown(model, 4),
      shown(oracle, 4),
      `${((100 * (days - model)) / (days - oracle)).toFixed(0)} %`,
      shown(calibrationError(group, byDays)),
      shown(calibrationError(group)),
      shown(wastedAmong(group, ({ said }) => said >= 0.6)),
      shown(wastedAmong(group, ({ said }) => said < 0.3)),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  const few = lots.filter(({ ingredientUses, ingredientEvents }) => ingredientUses < 3 || ingredientEvents < 3)
  console.log(
    `\n${few.length} lots with under 3 uses or events of their food, ${few.filter(({ enoughData }) => enoughData).length} of them said to have enough data.`,
  )
}

for (const [world, count] of [
  ['home', Number(values.households)],
  ['abroad', Number(values.abroad)],
  ['elsewhere', Number(values.elsewhere)],
] as const) {
  if (count === 0) continue
  const training = judge(cases(world, 1, 600, 0), predictWaste)
  const lots = judge(cases(world, Number(values.seed), count, runs), predictWaste)
  printTable(`${world}: ${count} households from seed ${values.seed}, Brier scores`, lots, training)
}
