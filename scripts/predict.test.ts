import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const project = join(import.meta.dirname, '..')

/** Runs the command on these lines. Returns its output, one object per line, and its exit code. */
function predict(lines: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join('scripts', 'predict.ts')], {
    cwd: project,
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
  })
  const answers: unknown[] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { answers, stderr, status }
}

const lot = (lotId: string, quantity: number, on: string, effectiveExpiration: string | null) => ({
  type: 'added',
  lotId,
  ingredientId: 'milk',
  quantity,
  on,
  effectiveExpiration,
  price: 1.29,
})
const use = (quantity: number, on: string, lotId?: string) => ({ type: 'used', ingredientId: 'milk', lotId, quantity, on })
const household = (events: readonly object[]) =>
  JSON.stringify({ today: '2026-03-01', ingredients: [{ id: 'milk', name: 'Milk', category: 'Dairy & Eggs', unit: 'ml' }], events })

const drinker = household([
  lot('old', 1000, '2026-02-01', '2026-02-12'),
  use(300, '2026-02-03', 'old'),
  use(250, '2026-02-05'),
  { type: 'discarded', lotId: 'old', quantity: 450, reason: 'expired', on: '2026-02-13' },
  lot('small', 200, '2026-02-26', '2026-03-06'),
  lot('large', 3000, '2026-02-26', '2026-03-03'),
  lot('honey', 500, '2026-02-26', null),
  use(200, '2026-02-27', 'large'),
])

test('prints one line for each household, in order, with every open lot that has a date', () => {
  const empty = household([])
  const { answers, status, stderr } = predict([drinker, empty, drinker])
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(answers).toEqual([
    {
      predictions: expect.arrayContaining(
        ['small', 'large'].map((lotId) => ({ lotId, probability: expect.any(Number), expectedLeft: expect.any(Number), enoughData: true })),
      ),
    },
    { predictions: [] },
    answers[0],
  ])
  expect(answers[0]).toMatchObject({ predictions: { length: 2 } })
})

test('reports an invalid line in its place, and exits with 1', () => {
  const { answers, status, stderr } = predict([
    'not JSON',
    drinker,
    '[]',
    JSON.stringify({ today: 'yesterday', ingredients: [], events: [] }),
    '',
    JSON.stringify({ today: '2026-03-01', ingredients: [], events: 'none' }),
    drinker,
  ])
  expect(status).toBe(1)
  const error = { predictions: [], error: expect.stringMatching(/\.$/) }
  const answer = { predictions: [expect.anything(), expect.anything()] }
  expect(answers).toEqual([error, answer, error, error, error, error, answer])
  expect(stderr.trimEnd().split('\n')).toHaveLength(5)
})

test('leaves out invalid parts of a line and reports them on standard error', () => {
  const good = [lot('a', 100, '2026-02-20', '2026-03-05'), use(20, '2026-02-22')]
  const bad = [{ ...use(1, '2026-02-23'), type: 'eaten' }, use(Number.NaN, '2026-02-23'), lot('b', 1, '2026-02-30', null), 7]
  const { answers, status, stderr } = predict([household([...good, ...bad] as object[]), household(good)])
  expect(status).toBe(0)
  expect(answers[0]).toEqual(answers[1])
  expect(stderr.trimEnd().split('\n')).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/^Line 1: events\[\d\]/)))
})

test('gives every open lot with a date a number, for any valid history', () => {
  const odd = household([
    use(1, '2026-02-01', 'never came'),
    lot('huge', 1e300, '2026-02-10', '9999-12-31'),
    lot('tiny', 0.001, '2026-02-10', '2026-03-01'),
    lot('late', 3, '2026-02-10', '2026-02-11'),
    lot('twice', 3, '2026-02-10', '2026-03-09'),
    lot('twice', 3, '2026-02-10', '2026-03-09'),
    lot('old', 3, '1900-01-01', '2026-03-09'),
    { type: 'discarded', lotId: 'nobody', quantity: 1e300, reason: null, on: '2026-02-12' },
    use(-2, '2026-02-13'),
  ])
  const { answers, status } = predict([odd])
  expect(status).toBe(0)
  const [{ predictions }] = answers as [{ predictions: { lotId: string; probability: unknown; expectedLeft: unknown }[] }]
  expect(predictions.map(({ lotId }) => lotId).sort()).toEqual(['huge', 'late', 'old', 'tiny', 'twice'])
  for (const { probability, expectedLeft } of predictions) {
    expect(probability).toEqual(expect.any(Number))
    expect(expectedLeft).toEqual(expect.any(Number))
  }
})
