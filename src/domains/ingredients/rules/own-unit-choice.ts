import { isUnit, type Unit } from '#platform/shared/units.ts'
import type { OwnUnit } from '../contract/index.ts'
import { inOwnUnits } from './own-units.ts'

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
