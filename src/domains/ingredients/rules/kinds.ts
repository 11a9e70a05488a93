import { type Conversion, convert, type Unit } from '#platform/shared/units.ts'

/** Brie is a kind of cheese: it counts where cheese is asked for. */
interface Kind {
  readonly id: string
  readonly parentId?: string | null | undefined
}

/** Returns the kinds of each ingredient that has some, in the order of `ingredients`. */
export function kindsByParent<I extends Kind>(ingredients: Iterable<I>): ReadonlyMap<string, readonly I[]> {
  const kinds = new Map<string, I[]>()
  for (const one of ingredients) {
    if (!one.parentId || one.parentId === one.id) continue
    const others = kinds.get(one.parentId)
    if (others) others.push(one)
    else kinds.set(one.parentId, [one])
  }
  return kinds
}

interface Measured {
  readonly unit: Unit
  readonly conversions: readonly Conversion[]
}

/**
 * Returns an amount of a kind as its parent counts it: unchanged if the parent's conversions know its unit, otherwise in the parent's default
 * unit by the kind's own, or unchanged if neither does. `milli` in thousandths of `unit`, unrounded.
 */
export function amountOfKind(
  { milli, unit }: { milli: number; unit: Unit },
  kind: Pick<Measured, 'conversions'>,
  parent: Measured,
): { milli: number; unit: Unit } {
  if (convert(milli, unit, parent.unit, parent.conversions) !== null) return { milli, unit }
  const converted = convert(milli, unit, parent.unit, kind.conversions)
  return converted === null ? { milli, unit } : { milli: converted, unit: parent.unit }
}
