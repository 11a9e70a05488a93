import type { ContentTerm, Diet, Meal } from '#domains/diets/contract.ts'
import { describeInterval } from '#domains/shopping/rules/describe-cause.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { say } from '#platform/shared/say.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import type { PlanData, PlannedSetting } from '../../rules/import-plan.ts'
import type * as store from '../store.ts'

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

const mealLabels: Readonly<Record<Meal, string>> = {
  breakfast: /*i18n*/ 'Breakfast',
  lunch: /*i18n*/ 'Lunch',
  dinner: /*i18n*/ 'Dinner',
  snack: /*i18n*/ 'Snack',
}

/** Describes what is planned: its day, meal, amount and how often it repeats. */
export function detailOfPlan(data: PlanData['plan']): string {
  if ('leftovers' in data) return say`Leftovers`
  if ('eaters' in data) return say(mealLabels[data.eaters.meal])
  if ('repeat' in data) {
    const { firstOn, meal, everyWeeks } = data.repeat
    return joined(firstOn, say(mealLabels[meal]), describeInterval({ count: everyWeeks, unit: 'week' }))
  }
  const { date, meal, quantity, unit } = data.meal
  return joined(date, say(mealLabels[meal]), quantity === undefined || unit === undefined ? '' : formatAmount(quantity, unit))
}

const dietLabels: Readonly<Record<Diet, string>> = {
  vegetarian: /*i18n*/ 'Vegetarian',
  vegan: /*i18n*/ 'Vegan',
  pescatarian: /*i18n*/ 'Pescatarian',
  'no-pork': /*i18n*/ 'No pork',
  'no-beef': /*i18n*/ 'No beef',
  'no-alcohol': /*i18n*/ 'No alcohol',
}

const contentLabels: Readonly<Record<ContentTerm, string>> = {
  gluten: /*i18n*/ 'Gluten',
  crustaceans: /*i18n*/ 'Crustaceans',
  eggs: /*i18n*/ 'Eggs',
  fish: /*i18n*/ 'Fish',
  peanuts: /*i18n*/ 'Peanuts',
  soybeans: /*i18n*/ 'Soy',
  milk: /*i18n*/ 'Milk',
  nuts: /*i18n*/ 'Nuts',
  celery: /*i18n*/ 'Celery',
  mustard: /*i18n*/ 'Mustard',
  sesame: /*i18n*/ 'Sesame',
  sulphites: /*i18n*/ 'Sulfites',
  lupin: /*i18n*/ 'Lupin',
  molluscs: /*i18n*/ 'Mollusks',
  meat: /*i18n*/ 'Meat',
  pork: /*i18n*/ 'Pork',
  beef: /*i18n*/ 'Beef',
  gelatin: /*i18n*/ 'Gelatin',
  rennet: /*i18n*/ 'Animal rennet',
  honey: /*i18n*/ 'Honey',
  alcohol: /*i18n*/ 'Alcohol',
}
const termNames = (terms: readonly ContentTerm[]) => terms.map((term) => say(contentLabels[term])).join(', ')

/** Describes what someone can't eat, or what a food contains. */
export function detailOfDiet(data: PlanData['diet'] | store.ErasedRow): string {
  if ('version' in data) return ''
  if ('food' in data) {
    const [contains, without] = [termNames(data.contains), termNames(data.without)]
    return joined(contains === '' ? '' : say`contains: ${contains}`, without === '' ? '' : say`doesn’t contain: ${without}`)
  }
  const { diets, allergens, avoids } = 'guest' in data ? data.guest : data.own
  return joined(diets.map((diet) => say(dietLabels[diet])).join(', '), termNames(allergens), avoids.join(', '))
}

const settingLabels: Record<PlannedSetting['setting'], string> = {
  name: /*i18n*/ 'Household name',
  timeZone: /*i18n*/ 'Time zone',
  currency: /*i18n*/ 'Currency',
  restocksList: /*i18n*/ 'Shopping list writes itself',
  locations: /*i18n*/ 'Places',
  aisles: /*i18n*/ 'Order of the aisles',
}
export const settingName = (setting: string): string => say(settingLabels[setting as PlannedSetting['setting']])

const shown = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? say`switched on` : say`switched off`) : String(value ?? '')

type Aisles = Extract<PlannedSetting, { setting: 'aisles' }>['value']
function shownAisles({ arranged, pairs }: Aisles): string {
  if (arranged.length > 0) return arranged.join(', ')
  return pairs.length > 0 ? say`learned from shopping` : say`none yet`
}

/** Describes a setting's value with the household's own before it, or which names are added. */
export function detailOfSetting({ setting, value, before }: PlanData['setting']): string {
  if (setting === 'aisles') {
    const own = before === undefined ? '' : `${shownAisles(before as Aisles)} → `
    return `${own}${shownAisles(value)}`
  }
  if (setting !== 'locations') return `${shown(before)} → ${shown(value)}`
  const own = new Set(((before ?? []) as string[]).map(nameKey))
  const added = value.filter((name) => !own.has(nameKey(name))).join(', ')
  return say`added: ${added}`
}
