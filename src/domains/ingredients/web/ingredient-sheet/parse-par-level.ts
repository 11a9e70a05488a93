import { unitLabel } from '#platform/shared/unit-display.ts'
import { convert, countUnits, massUnits, type Unit, volumeUnits } from '#platform/shared/units.ts'
import { parseNumber } from '#platform/web/ui/number-input.tsx'
import type { Ingredient } from '../../contract/index.ts'
import { ownUnitLabel } from '../../rules/own-units.ts'

type Measured = Pick<Ingredient, 'defaultUnit' | 'conversions' | 'ownUnits'>

const units: readonly Unit[] = [...massUnits, ...volumeUnits, ...countUnits]
const folded = (text: string) => text.toLocaleLowerCase().replace(/\.$/, '').trim()

/** Returns the quantity of one of a written unit: `kg`, `grams`, or one of the ingredient's own such as `can`. */
function readUnit(written: string, { ownUnits }: Measured): { quantity: number; unit: Unit } | undefined {
  const word = folded(written)
  const unit = units.find((one) => [one, unitLabel(one, 1), unitLabel(one, 2)].some((name) => folded(name) === word))
  if (unit) return { quantity: 1, unit }
  return ownUnits.find(({ name }) => [name, ownUnitLabel(name, 1), ownUnitLabel(name, 2)].some((one) => folded(one) === word))
}

/** Parses a minimum as typed, in the ingredient's unit: `2`, `1,5`, `1 kg`, `2 cans`. Returns NaN if it is none, null if empty. */
export function parseParLevel(text: string, ingredient: Measured): number | null {
  const [, number = text, written = ''] = /^([^\p{L}]*)(\p{L}.*)?$/u.exec(text.trim()) ?? []
  const level = parseNumber(number)
  if (written === '' || level === null) return written === '' ? level : Number.NaN
  const one = readUnit(written, ingredient)
  const converted = one && convert(level * one.quantity, one.unit, ingredient.defaultUnit, ingredient.conversions)
  return converted == null ? Number.NaN : Math.round(converted * 1000) / 1000
}
