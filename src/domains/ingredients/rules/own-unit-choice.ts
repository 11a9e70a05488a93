import { convert, isUnit, type Unit } from '#platform/shared/units.ts'
import type { OwnUnit } from '../contract/index.ts'
import { inOwnUnits, ofOwnUnit } from './own-units.ts'

/** The value of a choice of units: a unit of the wire, or an own unit with all that is needed to convert it. */
export const ownUnitChoice = ({ name, quantity, unit }: OwnUnit): string => `own ${quantity} ${unit} ${name}`

/** Returns the chosen own unit; null for a unit of the wire. */
export function readOwnUnitChoice(value: string): OwnUnit | null {
  const [, quantity, unit, name] = /^own (\S+) (\S+) (.+)$/.exec(value) ?? []
  return name !== undefined && isUnit(unit) ? { name, quantity: Number(quantity), unit } : null
}

/** Returns the number and the choice that stand for an amount in a form: own units only if they are whole. */
export function choiceOfAmount(quantity: number, unit: Unit, ownUnit: OwnUnit | null): { quantity: number; choice: string } {
  const amount = inOwnUnits(quantity, unit, ownUnit)
  return amount && ownUnit && amount.rest === 0 ? { quantity: amount.count, choice: ownUnitChoice(ownUnit) } : { quantity, choice: unit }
}

/** Returns the number that stands for the same amount in another choice of units: 2 cans are 800 g. Null if they don't convert. */
export function convertToChoice(quantity: number, from: string, to: string): number | null {
  const [source, target] = [readOwnUnitChoice(from), readOwnUnitChoice(to)]
  const amount = source ? ofOwnUnit(quantity, source) : { quantity, unit: from }
  const unit = target?.unit ?? to
  const measured = isUnit(amount.unit) && isUnit(unit) ? convert(amount.quantity, amount.unit, unit) : null
  return measured === null ? null : Math.round((measured / (target?.quantity ?? 1)) * 1000) / 1000
}

/** Returns whether just one of two choices of units is an own unit. */
export const isOneOwnUnit = (one: string, other: string): boolean =>
  (readOwnUnitChoice(one) === null) !== (readOwnUnitChoice(other) === null)
