import { nameKey } from '#platform/shared/name-key.ts'
import type { OwnUnit } from '../contract/index.ts'
import { ingredientKey } from './match-ingredient.ts'
import { builtInOwnUnits } from './own-units.ts'

/** How built-in own units are called in English, German and French, folded as `nameKey` does. A French boîte is a can or a box. */
const spellings: Record<(typeof builtInOwnUnits)[number], string> = {
  can: 'can cans tin tins dose dosen boite boites',
  pack: 'pack packs package packages packet packets pkt packung packungen packchen paket pakete pck paquet paquets',
  jar: 'jar jars glas glaser bocal bocaux pot pots',
  bottle: 'bottle bottles flasche flaschen bouteille bouteilles',
  box: 'box boxes carton cartons schachtel schachteln karton kartons boite boites brique briques',
  bag: 'bag bags beutel tute tuten sachet sachets sac sacs',
  slice: 'slice slices scheibe scheiben tranche tranches',
  clove: 'clove cloves zehe zehen gousse gousses',
  bunch: 'bunch bunches bund botte bottes',
  portion: 'portion portions portionen serving servings',
}
const wordsOf = new Map<string, ReadonlySet<string>>(Object.entries(spellings).map(([name, words]) => [name, new Set(words.split(' '))]))

/** Returns the built-in own unit that a word means, or null. */
export const builtInOwnUnitOf = (word: string): string | null =>
  builtInOwnUnits.find((name) => wordsOf.get(name)?.has(nameKey(word))) ?? null

/** Returns the own unit that a typed word means, singular or plural, in any language; null if the ingredient has none of that name. */
export function findOwnUnit(ownUnits: readonly OwnUnit[] | undefined, word: string): OwnUnit | null {
  if (!ownUnits || ownUnits.length === 0) return null
  const [key, plain] = [nameKey(word), ingredientKey(word)]
  const named = ownUnits.find(({ name }) => nameKey(name) === key || ingredientKey(name) === plain)
  return named ?? ownUnits.find(({ name }) => wordsOf.get(name)?.has(key)) ?? null
}
