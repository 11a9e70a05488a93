import { z } from 'zod'

/** Units of stock, in three families. */
export const massUnits = ['g', 'oz', 'lb', 'kg'] as const
export const volumeUnits = ['ml', 'tsp', 'tbsp', 'cup', 'fl_oz', 'l', 'gal'] as const
export const countUnits = ['each', 'piece', 'item', 'unit'] as const

const units = [...massUnits, ...volumeUnits, ...countUnits]
export const Unit = z.enum(units)
export type Unit = (typeof units)[number]

/** Whether `Unit` accepts it, without loading Zod. */
export const isUnit = (value: unknown): value is Unit => units.some((unit) => unit === value)
export type UnitFamily = 'mass' | 'volume' | 'count'

/** A household's conversion between families: `1 from = factor to` (a carrot: each → g, 61). */
export const Conversion = z.object({ from: Unit, to: Unit, factor: z.number().positive().max(1_000_000) }).strict()
export type Conversion = z.infer<typeof Conversion>

const precision = (max: number) => z.int().min(0).max(max)
/** A person's preferences for showing quantities. */
export const UnitDisplay = z
  .object({
    regional: z.enum(['US', 'metric']),
    mass: z.object({ preferred: z.enum(massUnits), precision: precision(3) }).strict(),
    volume: z.object({ preferred: z.enum(volumeUnits), precision: precision(3) }).strict(),
    count: z.object({ preferred: z.enum(countUnits), precision: precision(2) }).strict(),
    autoConvert: z.boolean(),
    showCanonical: z.boolean(),
  })
  .strict()
export type UnitDisplay = z.infer<typeof UnitDisplay>

export const defaultUnitDisplay: UnitDisplay = {
  regional: 'US',
  mass: { preferred: 'lb', precision: 2 },
  volume: { preferred: 'cup', precision: 2 },
  count: { preferred: 'each', precision: 0 },
  autoConvert: true,
  showCanonical: false,
}

// Integers in the exact ratio of the legal definitions (1 lb = 453.59237 g, 1 gal = 231 in³ = 3785.411784 ml), so that 16 oz are 1 lb and
// not 0.9999999999999999 lb.
const sizes: Record<Unit, { family: UnitFamily; size: number }> = {
  g: { family: 'mass', size: 1_600_000 },
  oz: { family: 'mass', size: 45_359_237 },
  lb: { family: 'mass', size: 725_747_792 },
  kg: { family: 'mass', size: 1_600_000_000 },
  ml: { family: 'volume', size: 32_000_000 },
  tsp: { family: 'volume', size: 157_725_491 },
  tbsp: { family: 'volume', size: 473_176_473 },
  fl_oz: { family: 'volume', size: 946_352_946 },
  cup: { family: 'volume', size: 7_570_823_568 },
  l: { family: 'volume', size: 32_000_000_000 },
  gal: { family: 'volume', size: 121_133_177_088 },
  each: { family: 'count', size: 1 },
  piece: { family: 'count', size: 1 },
  item: { family: 'count', size: 1 },
  unit: { family: 'count', size: 1 },
}

export function familyOf(unit: Unit): UnitFamily {
  return sizes[unit].family
}

const convertInFamily = (quantity: number, from: Unit, to: Unit) =>
  from === to ? quantity : (quantity * sizes[from].size) / sizes[to].size

interface Step {
  from: Unit
  to: Unit
  apply: (quantity: number) => number
}

// Cached, because one list uses the same conversions thousands of times.
const stepsByConversions = new WeakMap<readonly Conversion[], Step[]>()

/** Returns the conversions in both directions. Ignores those within a family, whose factors are exact. */
function stepsOf(conversions: readonly Conversion[]): Step[] {
  const cached = stepsByConversions.get(conversions)
  if (cached) return cached
  const steps = conversions
    .filter(({ from, to }) => familyOf(from) !== familyOf(to))
    .flatMap(({ from, to, factor }): Step[] => [
      { from, to, apply: (quantity) => quantity * factor },
      { from: to, to: from, apply: (quantity) => quantity / factor },
    ])
  stepsByConversions.set(conversions, steps)
  return steps
}

/**
 * Converts an amount (US customary cups, spoons and ounces; the four count units are equal). Between families it uses the first matching
 * conversion in either direction, or two through the third family. Returns null, never 0, if there is none.
 */
export function convert(quantity: number, from: Unit, to: Unit, conversions: readonly Conversion[] = []): number | null {
  const target = familyOf(to)
  if (familyOf(from) === target) return convertInFamily(quantity, from, to)
  const steps = stepsOf(conversions)
  const starts = steps.filter((step) => familyOf(step.from) === familyOf(from))
  const apply = (amount: number, unit: Unit, step: Step) => step.apply(convertInFamily(amount, unit, step.from))

  const direct = starts.find((step) => familyOf(step.to) === target)
  if (direct) return convertInFamily(apply(quantity, from, direct), direct.to, to)
  for (const first of starts) {
    const second = steps.find((step) => familyOf(step.from) === familyOf(first.to) && familyOf(step.to) === target)
    if (second) return convertInFamily(apply(apply(quantity, from, first), first.to, second), second.to, to)
  }
  return null
}

/** Like `convert`, for stored integer thousandths. Rounds to the nearest one. Also returns null beyond the safe integers. */
export function convertMilli(milli: number, from: Unit, to: Unit, conversions: readonly Conversion[] = []): number | null {
  const converted = convert(milli, from, to, conversions)
  if (converted === null) return null
  const rounded = Math.round(converted)
  return Number.isSafeInteger(rounded) ? rounded : null
}
