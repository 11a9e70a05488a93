import type { ContentTerm, Diet, Eater } from '../contract.ts'

const meats: readonly ContentTerm[] = ['meat', 'pork', 'beef', 'gelatin', 'rennet']
const seafood: readonly ContentTerm[] = ['fish', 'crustaceans', 'molluscs']

/** What each diet leaves out. */
export const termsOfDiet: Readonly<Record<Diet, readonly ContentTerm[]>> = {
  vegetarian: [...meats, ...seafood],
  vegan: [...meats, ...seafood, 'milk', 'eggs', 'honey'],
  pescatarian: meats,
  'no-pork': ['pork'],
  'no-beef': ['beef'],
  'no-alcohol': ['alcohol'],
}

type Needs = Pick<Eater, 'diets' | 'allergens' | 'avoids'>

/** Returns what someone can't have, besides ingredients in their own words. */
export const termsOf = ({ diets, allergens }: Pick<Needs, 'diets' | 'allergens'>): ReadonlySet<ContentTerm> =>
  new Set([...allergens, ...diets.flatMap((diet) => termsOfDiet[diet])])

export const hasNeeds = ({ diets, allergens, avoids }: Needs): boolean => diets.length + allergens.length + avoids.length > 0
