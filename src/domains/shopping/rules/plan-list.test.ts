import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { convert, type Unit } from '#platform/shared/units.ts'
import { describeCause } from './describe-cause.ts'
import { type ListedRow, type ParIngredient, planList, type WrittenRow } from './plan-list.ts'

type Stock = ParIngredient['stock'][number]
const stock = (part: Partial<Stock> = {}): Stock => ({ unit: 'l', freeMilli: 0, heldMilli: 0, expiredMilli: 0, goneMilli: 0, ...part })
const milk = (...parts: Partial<Stock>[]): ParIngredient => ({
  id: 'milk',
  name: 'Milk',
  category: 'Dairy & Eggs',
  parMilli: 4000,
  unit: 'l',
  conversions: [],
  packs: [],
  kinds: [],
  stock: parts.map(stock),
})
let made = 0
const row = (part: Partial<ListedRow> = {}): ListedRow => ({
  id: `row-${++made}`,
  ingredientId: 'milk',
  ingredientKey: 'milk',
  name: 'Milk',
  category: 'Dairy & Eggs',
  milli: 1000,
  unit: 'l',
  priority: 'medium',
  reason: 'requested',
  cause: null,
  isByRule: false,
  isChecked: false,
  createdAt: '2026-11-21T08:00:00.000Z',
  ...part,
})
const asRow = (written: WrittenRow, id = 'own'): ListedRow =>
  row({ ...written, id, ingredientKey: written.name.toLowerCase(), isByRule: true })

describe('planning for an ingredient with a par level of 4 l', () => {
  test.each([
    ['no stock', milk(), 'missing', 'high', 4000, 'None left; minimum 4 l'],
    ['only expired stock', milk({ expiredMilli: 500 }), 'expired', 'high', 4000, 'Everything left has expired (0.5 l); minimum 4 l'],
    ['a little under half', milk({ freeMilli: 1999 }), 'low_stock', 'medium', 2050, '2 l left; minimum 4 l'],
    ['exactly half', milk({ freeMilli: 2000 }), 'below_par', 'low', 2000, '2 l left; minimum 4 l'],
    ['nearly all', milk({ freeMilli: 3999 }), 'below_par', 'low', 50, '4 l left; minimum 4 l'],
    [
      'stock in several units',
      milk({ freeMilli: 1000 }, { unit: 'ml', freeMilli: 500_000 }),
      'low_stock',
      'medium',
      2500,
      '1.5 l left; minimum 4 l',
    ],
    ['expired and unexpired stock', milk({ freeMilli: 3000, expiredMilli: 9000 }), 'below_par', 'low', 1000, '3 l left; minimum 4 l'],
    ['some of it reserved', milk({ freeMilli: 2500, heldMilli: 2000 }), 'below_par', 'low', 1500, '2.5 l left, 2 l reserved; minimum 4 l'],
    ['all of it reserved', milk({ heldMilli: 4000 }), 'low_stock', 'medium', 4000, 'Everything left is reserved (4 l); minimum 4 l'],
  ])('adds what is missing with %s', (_case, ingredient, reason, priority, milli, why) => {
    const { add, change, remove } = planList([ingredient], [])
    expect({ change, remove }).toEqual({ change: [], remove: [] })
    expect(add).toMatchObject([{ ingredientId: 'milk', name: 'Milk', unit: 'l', reason, priority, milli }])
    expect(describeCause(add[0]?.cause ?? null, null)).toBe(why)
  })

  it('adds nothing at par or above', () => {
    expect(planList([milk({ freeMilli: 4000 })], []).add).toEqual([])
    expect(planList([milk({ freeMilli: 9000 })], []).add).toEqual([])
  })

  it('subtracts what is listed already, whether checked, edited or added by hand', () => {
    const rows = [row({ milli: 500 }), row({ milli: 250_000, unit: 'ml', isChecked: true }), row({ ingredientId: null, milli: 250 })]
    const [written] = planList([milk({ freeMilli: 1000 })], rows).add
    expect(written).toMatchObject({ milli: 2000, reason: 'low_stock' })
    expect(describeCause(written?.cause ?? null, null)).toBe('1 l left; minimum 4 l, 1 l already on the list')
    expect(planList([milk({ freeMilli: 1000 })], [row({ milli: 3000 })]).add).toEqual([])
  })

  it('adds nothing if a listed row cannot be compared', () => {
    expect(planList([milk()], [row({ unit: 'each', milli: 2000 })]).add).toEqual([])
  })

  it('only reports stock in a unit that cannot be compared', () => {
    const ingredient = milk({ freeMilli: 1000 }, { unit: 'each', freeMilli: 2000 })
    expect(planList([ingredient], [])).toEqual({ add: [], change: [], remove: [], notCompared: [{ id: 'milk', name: 'Milk' }] })
    expect(planList([{ ...ingredient, conversions: [{ from: 'each', to: 'l', factor: 0.5 }] }], []).add).toMatchObject([{ milli: 2000 }])
    expect(planList([milk({ freeMilli: 4000 }, { unit: 'each', freeMilli: 2000 })], []).notCompared).toEqual([])
  })

  it('rounds up to whole packs of the size that leaves the least over', () => {
    const sold = (...packs: ParIngredient['packs']) => ({ ...milk({ freeMilli: 2700 }), packs })
    expect(planList([sold({ quantity: 500, unit: 'ml' })], []).add).toMatchObject([{ milli: 1500 }])
    expect(planList([sold({ quantity: 1, unit: 'l' }, { quantity: 0.7, unit: 'l' })], []).add).toMatchObject([{ milli: 1400 }])
    expect(planList([sold({ quantity: 10, unit: 'each' })], []).add).toMatchObject([{ milli: 1300 }])
  })

  it('rounds counted ingredients up to whole numbers', () => {
    const eggs: ParIngredient = { ...milk({ unit: 'each', freeMilli: 2500 }), unit: 'each', parMilli: 12_000 }
    expect(planList([eggs], []).add).toMatchObject([{ milli: 10_000 }])
  })
})

describe('a generated row', () => {
  const [written] = planList([milk()], []).add as [WrittenRow]

  it('is updated when its cause changes and removed when it ends', () => {
    const own = asRow(written)
    expect(planList([milk({ freeMilli: 3000 })], [own]).change).toMatchObject([
      { id: 'own', to: { milli: 1000, reason: 'below_par', priority: 'low' } },
    ])
    expect(planList([milk({ freeMilli: 4000 })], [own]).remove).toEqual(['own'])
    expect(planList([], [own]).remove).toEqual(['own'])
    expect(planList([{ ...milk(), category: 'Fridge' }], [own]).change).toMatchObject([{ to: { category: 'Fridge' } }])
  })

  it('stays once it is checked or edited', () => {
    const untouched = { add: [], change: [], remove: [], notCompared: [] }
    for (const kept of [
      { ...asRow(written), isChecked: true },
      { ...asRow(written), isByRule: false },
    ]) {
      expect(planList([], [kept])).toEqual(untouched)
      expect(planList([milk()], [kept])).toEqual(untouched)
    }
  })

  it('replaces duplicates', () => {
    const plan = planList([milk()], [asRow(written, 'a'), asRow(written, 'b')])
    expect(plan).toMatchObject({ add: [], change: [], remove: ['b'] })
  })
})

const units: Unit[] = ['l', 'ml', 'cup', 'g', 'kg', 'each']
const anyUnit = fc.constantFrom(...units)
const anyMilli = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 8_000 }))
const anyStock = fc.record({ unit: anyUnit, freeMilli: anyMilli, heldMilli: anyMilli, expiredMilli: anyMilli, goneMilli: anyMilli })
const anyKitchen = fc
  .array(
    fc.record({
      parMilli: fc.integer({ min: 1, max: 10_000 }),
      unit: anyUnit,
      isTaught: fc.boolean(),
      stock: fc.array(anyStock, { maxLength: 4 }),
    }),
    { maxLength: 5 },
  )
  .map((ingredients) =>
    ingredients.map(
      ({ isTaught, ...ingredient }, i): ParIngredient => ({
        ...ingredient,
        kinds: [],
        id: `food-${i}`,
        name: `Food ${i}`,
        category: 'Other',
        packs:
          i % 2 === 0
            ? []
            : [
                { quantity: 0.5, unit: 'kg' },
                { quantity: 0.3, unit: 'l' },
                { quantity: 6, unit: 'each' },
              ],
        conversions: isTaught
          ? [
              { from: 'each', to: 'g', factor: 50 },
              { from: 'cup', to: 'g', factor: 120 },
            ]
          : [],
      }),
    ),
  )
const anyRows = fc
  .array(
    fc.record({
      ingredient: fc.integer({ min: 0, max: 5 }),
      hasIngredient: fc.boolean(),
      milli: fc.integer({ min: 1, max: 6000 }),
      unit: anyUnit,
      isByRule: fc.boolean(),
      isChecked: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((rows) =>
    rows.map(
      ({ ingredient, hasIngredient, isByRule, ...rest }, i): ListedRow =>
        row({
          ...rest,
          id: `r${i}`,
          name: `Food ${ingredient}`,
          ingredientKey: `food ${ingredient}`,
          ingredientId: hasIngredient || isByRule ? `food-${ingredient}` : null,
          isByRule,
          cause: isByRule
            ? { reason: 'missing', unit: 'l', parMilli: 1, freeMilli: 0, heldMilli: 0, expiredMilli: 0, listedMilli: 0 }
            : null,
        }),
    ),
  )

function carriedOut(rows: readonly ListedRow[], plan: ReturnType<typeof planList>): ListedRow[] {
  const changes = new Map(plan.change.map(({ id, to }) => [id, to]))
  const stay = rows.filter(({ id }) => !plan.remove.includes(id)).map((old) => ({ ...old, ...changes.get(old.id) }))
  return [...stay, ...plan.add.map((written, i) => asRow(written, `new${i}`))]
}

describe('planning for any stock and list', () => {
  const forAll = (check: (ingredients: ParIngredient[], rows: ListedRow[]) => void) =>
    fc.assert(fc.property(anyKitchen, anyRows, check), { numRuns: 400 })

  it('changes nothing when repeated', () => {
    forAll((ingredients, rows) => {
      const after = carriedOut(rows, planList(ingredients, rows))
      expect(planList(ingredients, after)).toMatchObject({ add: [], change: [], remove: [] })
    })
  })

  it('keeps what people checked, edited or added', () => {
    forAll((ingredients, rows) => {
      const { change, remove } = planList(ingredients, rows)
      const touched = new Set([...change.map(({ id }) => id), ...remove])
      expect(rows.filter((one) => (one.isChecked || !one.isByRule) && touched.has(one.id))).toEqual([])
    })
  })

  it('brings every comparable ingredient back to par with at most one generated row each', () => {
    forAll((ingredients, rows) => {
      const plan = planList(ingredients, rows)
      const after = carriedOut(rows, plan)
      for (const ingredient of ingredients) {
        const to = (milli: number, unit: Unit) => convert(milli, unit, ingredient.unit, ingredient.conversions)
        const same = after.filter(
          (one) => one.ingredientId === ingredient.id || (one.ingredientId === null && one.ingredientKey === ingredient.name.toLowerCase()),
        )
        expect(same.filter((one) => one.isByRule && !one.isChecked).length).toBeLessThanOrEqual(1)
        if (plan.notCompared.some(({ id }) => id === ingredient.id)) continue
        const there = ingredient.stock.map(({ freeMilli, unit }) => to(freeMilli, unit) ?? 0)
        const listed = same.map(({ milli, unit }) => to(milli, unit))
        if (listed.includes(null)) continue
        const total = [...there, ...listed].reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
        // Tolerates the rounding of two sums.
        expect(total).toBeGreaterThanOrEqual(ingredient.parMilli - 1)
      }
    })
  })

  it('ignores the order of ingredients and stock', () => {
    forAll((ingredients, rows) => {
      const reversed = ingredients.map((ingredient) => ({ ...ingredient, stock: ingredient.stock.toReversed() })).toReversed()
      const sorted = (plan: ReturnType<typeof planList>) => ({
        ...plan,
        add: plan.add.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        change: plan.change.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        remove: plan.remove.toSorted(),
        notCompared: plan.notCompared.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      })
      expect(sorted(planList(reversed, rows.toReversed()))).toEqual(sorted(planList(ingredients, rows)))
    })
  })
})
