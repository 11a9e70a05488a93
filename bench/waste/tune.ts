/**
 * Tries other parameters: `node bench/waste/tune.ts [--households 300] name=value …`, one variation each; `a=1,b=2` changes two. Prints,
 * for
 * tuning households only, the mean squared difference from the oracle's chance (times 10,000; less is better).
 */
import { parseArgs } from 'node:util'
import { defaultPriors, type ForecastPriors } from '#domains/forecast/rules/priors.ts'
import { predictWaste } from '#domains/forecast/rules/waste-forecast.ts'
import { makeCase } from './cases.ts'
import { kinds } from './household.ts'
import { type Judged, judge } from './methods.ts'

const { values, positionals } = parseArgs({ options: { households: { type: 'string', default: '300' } }, allowPositionals: true })
const runs = 60
const cases = (['home', 'abroad'] as const).flatMap((world) =>
  Array.from({ length: Number(values.households) }, (_, i) => makeCase(world, 100_000 + i, runs)),
)

function varied(changes: string): ForecastPriors {
  const known = new Map<string, unknown>(Object.entries(defaultPriors))
  for (const change of changes.split(',').filter(Boolean)) {
    const [name = '', value = ''] = change.split('=')
    if (!known.has(name)) throw new Error(`There is no assumption "${name}".`)
    known.set(name, JSON.parse(value.replaceAll(';', ',')))
  }
  return { ...defaultPriors, ...Object.fromEntries(known) }
}

/** Mean squared difference from the oracle, minus the bias of a finite number of futures. */
const distance = (lots: readonly Judged[]) =>
  (1e4 *
    lots.reduce((sum, { said, oracle }) => sum + (said - (oracle ?? 0)) ** 2 - ((oracle ?? 0) * (1 - (oracle ?? 0))) / (runs - 1), 0)) /
  lots.length

console.log(`${'as usual, or with'.padEnd(32)} ${['all', ...kinds, 'bias'].map((name) => name.padStart(9)).join(' ')}`)
for (const changes of ['', ...positionals]) {
  const assume = varied(changes)
  const lots = judge(cases, (records) => predictWaste(records, assume))
  const figures = [lots, ...kinds.map((kind) => lots.filter((lot) => lot.kind === kind))].map((group) => distance(group).toFixed(0))
  const bias = lots.reduce((sum, { said, oracle }) => sum + said - (oracle ?? 0), 0) / lots.length
  console.log(`${(changes || 'usual').padEnd(32)} ${[...figures, bias.toFixed(3)].map((figure) => figure.padStart(9)).join(' ')}`)
}
