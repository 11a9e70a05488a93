import { convert, isUnit, type Unit } from '#platform/shared/units.ts'
import type { OwnUnit } from '../contract/index.ts'
import { inOwnUnits, ofOwnUnit } from './own-units.ts'

/** The value of an option in a select of units: a unit of the wire, or an own unit with all that is needed to convert it. */
export const ownUnitOption = ({ name, quantity, unit }: OwnUnit): string => `own ${quantity} ${unit} ${name}`

/** Returns the own unit of an option; null for a unit of the wire. */
export function readOwnUnitOption(value: string): OwnUnit | null {
  const [, quantity, unit, name] = /^own (\S+) (\S+) (.+)$/.exec(value) ?? []
  return name !== undefined && isUnit(unit) ? { name, quantity: Number(quantity), unit } : null
}

/** Returns the number and the option that stand for an amount in a form: own units only if they are whole. */
export function optionOfAmount(quantity: number, unit: Unit, ownUnit: OwnUnit | null): { quantity: number; option: string } {
  const amount = inOwnUnits(quantity, unit, ownUnit)
  return amount && ownUnit && amount.rest === 0 ? { quantity: amount.count, option: ownUnitOption(ownUnit) } : { quantity, option: unit }
}

/** Returns the number that stands for the same amount in another option: 2 cans are 800 g. Null if they don't convert. */
export function convertToOption(quantity: number, from: string, to: string): number | null {
  const [source, target] = [readOwnUnitOption(from), readOwnUnitOption(to)]
  const amount = source ? ofOwnUnit(quantity, source) : { quantity, unit: from }
  const unit = target?.unit ?? to
  const measured = isUnit(amount.unit) && isUnit(unit) ? convert(amount.quantity, amount.unit, unit) : null
  return measured === null ? null : Math.round((measured / (target?.quantity ?? 1)) * 1000) / 1000
}

/** Returns whether just one of two options is an own unit. */
export const isOneOwnUnit = (one: string, other: string): boolean =>
  (readOwnUnitOption(one) === null) !== (readOwnUnitOption(other) === null)
