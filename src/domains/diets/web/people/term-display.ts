import { t } from '@lingui/core/macro'
import type { Allergen, ContentTerm, Diet } from '../../contract.ts'

export const dietLabels: Readonly<Record<Diet, string>> = {
  vegetarian: t`Vegetarian`,
  vegan: t`Vegan`,
  pescatarian: t`Pescatarian`,
  'no-pork': t`No pork`,
  'no-beef': t`No beef`,
  'no-alcohol': t`No alcohol`,
}

export const allergenLabels: Readonly<Record<Allergen, string>> = {
  gluten: t`Gluten`,
  crustaceans: t`Crustaceans`,
  eggs: t`Eggs`,
  fish: t`Fish`,
  peanuts: t`Peanuts`,
  soybeans: t`Soy`,
  milk: t`Milk`,
  nuts: t`Nuts`,
  celery: t`Celery`,
  mustard: t`Mustard`,
  sesame: t`Sesame`,
  sulphites: t`Sulfites`,
  lupin: t`Lupin`,
  molluscs: t`Mollusks`,
}

export const termLabels: Readonly<Record<ContentTerm, string>> = {
  ...allergenLabels,
  meat: t`Meat`,
  pork: t`Pork`,
  beef: t`Beef`,
  gelatin: t`Gelatin`,
  rennet: t`Animal rennet`,
  honey: t`Honey`,
  alcohol: t`Alcohol`,
}
