import { nameKey } from '#platform/shared/name-key.ts'
import { type Conversion, convert, convertMilli, familyOf, type Unit } from '#platform/shared/units.ts'
import { type Container, maxContainers, maxOwnUnits, type OwnUnit, type ShelfLife, type Storage } from '../contract/index.ts'
import { ingredientKey } from './match-ingredient.ts'
import { mergeNotes } from './merge-notes.ts'
import { isSameSize, ownUnitOf } from './own-units.ts'

/** What two ingredients combine when they become one. */
export interface MergeableIngredient {
  readonly name: string
  readonly category: string
  readonly aliases: readonly string[]
  readonly conversions: readonly Conversion[]
  readonly ownUnits: readonly OwnUnit[]
  readonly containers: readonly Container[]
  readonly parMilli: number | null
  readonly defaultUnit: Unit
  readonly shelfLife: ShelfLife
  readonly shelfLifeSource: string | null
  readonly defaultStorage: Storage
  readonly defaultLocation: string
  readonly openedStorage: Storage | null
  readonly openedLocation: string
  readonly note: string
  /** As stored: -1 for never. */
  readonly warningDays: number | null
  readonly isFavorite: boolean
  /** Id of its picture. */
  readonly picture: string | null
}

const maxAliases = 20
const maxConversions = 20

/**
 * Returns `kept` with what it lacks from `merged`, whose name becomes one of its other names. The values of `kept` win: a category, minimum,
 * shelf life, place, note or picture is only taken over if `kept` has none. Two notes are joined if they fit,
 * and it is a favorite if either is.
 */
export function mergeIngredientFields(kept: MergeableIngredient, merged: MergeableIngredient): MergeableIngredient {
  const conversions = mergeConversions(kept, merged)
  const isShelfLifeKnown = Object.values(kept.shelfLife).some((days) => days !== null)
  const { shelfLife, shelfLifeSource } = isShelfLifeKnown ? kept : merged
  const { category, defaultStorage } = kept.category === 'Other' ? merged : kept
  const { openedStorage, openedLocation } = kept.openedStorage === null && kept.openedLocation === '' ? merged : kept
  // A place is of no use in another storage.
  const [location = ''] = [kept, merged].flatMap((one) => (one.defaultStorage === defaultStorage && one.defaultLocation) || [])
  return {
    name: kept.name,
    category,
    aliases: mergeNames(kept, merged),
    conversions,
    ownUnits: mergeOwnUnits(kept, merged),
    containers: mergeContainers(kept.containers, merged.containers),
    parMilli: kept.parMilli ?? (merged.parMilli && convertMilli(merged.parMilli, merged.defaultUnit, kept.defaultUnit, conversions)),
    defaultUnit: kept.defaultUnit,
    shelfLife,
    shelfLifeSource,
    defaultStorage,
    defaultLocation: location,
    openedStorage,
    openedLocation,
    note: mergeNotes(kept.note, merged.note) ?? kept.note,
    warningDays: kept.warningDays ?? merged.warningDays,
    isFavorite: kept.isFavorite || merged.isFavorite,
    picture: kept.picture ?? merged.picture,
  }
}

/** The name of `merged` is never left out: recipes, receipts and people go on using it. */
function mergeNames(kept: MergeableIngredient, merged: MergeableIngredient): string[] {
  const known = new Set([ingredientKey(kept.name)])
  const isNew = (name: string) => !known.has(ingredientKey(name)) && known.add(ingredientKey(name))
  const own = kept.aliases.filter(isNew)
  const name = [merged.name].filter(isNew)
  return [...own.slice(0, maxAliases - name.length), ...name, ...merged.aliases.filter(isNew)].slice(0, maxAliases)
}

/** What `kept` calls a can stays its can: a larger one of `merged` is shown by its amount. */
const mergeOwnUnits = (kept: MergeableIngredient, merged: MergeableIngredient): OwnUnit[] =>
  [...kept.ownUnits, ...merged.ownUnits.filter(({ name }) => !ownUnitOf(kept.ownUnits, name))].slice(0, maxOwnUnits)

const mergeContainers = (kept: readonly Container[], merged: readonly Container[]): Container[] => {
  const names = new Set(kept.map(({ name }) => nameKey(name)))
  return [...kept, ...merged.filter(({ name }) => !names.has(nameKey(name)))].slice(0, maxContainers)
}

/** Returns the names of own units of `merged` that are another size in `kept`. */
export const replacedOwnUnits = (kept: MergeableIngredient, merged: MergeableIngredient): string[] =>
  merged.ownUnits.flatMap((one) => {
    const known = ownUnitOf(kept.ownUnits, one.name)
    return known && !isSameSize(known, one) ? [one.name] : []
  })

/** Adds the conversions of `merged` between kinds of units that `kept` can't convert. */
function mergeConversions(kept: MergeableIngredient, merged: MergeableIngredient): Conversion[] {
  const all = [...kept.conversions]
  for (const one of merged.conversions) {
    const isMissing = familyOf(one.from) !== familyOf(one.to) && convert(1, one.from, one.to, [...all]) === null
    if (isMissing && all.length < maxConversions) all.push(one)
  }
  return all
}
