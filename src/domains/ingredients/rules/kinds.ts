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

/** Converts an amount of a kind by its own conversions, or else by those of what it is a kind of. Pieces are pieces. Null if neither can. */
export const convertOfKind = (
  amount: number,
  from: Unit,
  to: Unit,
  ofKind: readonly Conversion[] | undefined,
  ofParent: readonly Conversion[],
): number | null => convert(amount, from, to, ofKind ?? ofParent) ?? convert(amount, from, to, ofParent)

/** Returns an amount of a kind in the default unit of its parent; unchanged if it can't be converted. Thousandths, unrounded. */
export function amountOfKind(
  { milli, unit }: { milli: number; unit: Unit },
  kind: { readonly conversions: readonly Conversion[] },
  parent: { readonly unit: Unit; readonly conversions: readonly Conversion[] },
): { milli: number; unit: Unit } {
  const converted = convertOfKind(milli, unit, parent.unit, kind.conversions, parent.conversions)
  return converted === null ? { milli, unit } : { milli: converted, unit: parent.unit }
}
