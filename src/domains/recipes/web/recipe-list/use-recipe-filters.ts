import { t } from '@lingui/core/macro'
import { Id } from '#platform/shared/ids.ts'
import { type SearchChange, useUrlState } from '#platform/web/ui/use-url-state.ts'
import { type Difficulty, type RecipeListItem, recipeCategories, Servings } from '../../contract/index.ts'

export const sortNames = {
  uses: t`Uses up soonest`,
  name: t`Name`,
  rating: t`Rating`,
  newest: t`Newest`,
  cooked: t`Last made`,
  time: t`Quickest`,
}
export type Sort = keyof typeof sortNames
export const stockNames = {
  any: t`Any stock`,
  '0': t`Can cook now`,
  '1': t`Up to 1 missing`,
  '2': t`Up to 2 missing`,
  '3': t`Up to 3 missing`,
}
export const timeNames = {
  any: t`Any time`,
  '15': t`Up to 15 min`,
  '30': t`Up to 30 min`,
  '45': t`Up to 45 min`,
  '60': t`Up to 1 h`,
}
export type TimeFilter = keyof typeof timeNames
export type StockFilter = keyof typeof stockNames
export const categoryFilters = ['all', ...recipeCategories] as const
export type CategoryFilter = (typeof categoryFilters)[number]
export const cuisineNames: Readonly<Record<CategoryFilter, string>> = {
  all: t`all`,
  italian: t`italian`,
  asian: t`asian`,
  mexican: t`mexican`,
  mediterranean: t`mediterranean`,
  american: t`american`,
  other: t({ message: 'other', context: 'cuisine' }),
}
export const difficultyNames: Readonly<Record<Difficulty, string>> = { easy: t`easy`, medium: t`medium`, hard: t`hard` }

export interface Filters {
  search: string
  category: CategoryFilter
  /** One of the household's tags; null for all. */
  tag: string | null
  stock: StockFilter
  sort: Sort
  /** An ingredient that the recipes need; null for all. */
  ingredient: string | null
  /** A cookbook that the recipes are in; null for all. */
  cookbook?: string | null
  /** Only favorites. */
  isFavorite?: boolean
  /** The longest total time, in minutes. */
  time?: TimeFilter
}
/** `entry`: the planned meal from which the recipe was opened. */
export type OpenSheetState = {
  recipe: string | null
  entry: string | null
  servings: number | null
  sheet: 'edit' | 'new' | 'import' | 'cook' | 'cookbooks' | null
  /** Shared by another app: a recipe's address or its text; null if nothing was shared. */
  shared: { address: string } | { text: string } | null
}

/** Shows all recipes again; the order stays. */
export const noFilters = {
  search: undefined,
  category: undefined,
  tag: undefined,
  stock: undefined,
  favorite: undefined,
  time: undefined,
  ingredient: undefined,
  cookbook: undefined,
}

const oneOf = <T extends string>(value: unknown, allowed: readonly T[], other: T): T =>
  allowed.find((one) => one === String(value)) ?? other

/** Filters and the open recipe are in the URL, so reloads and links keep them. */
export function useFilters(): {
  filters: Filters
  opened: OpenSheetState
  filter: (part: SearchChange) => void
  open: (part: SearchChange) => void
  close: (fields: SearchChange) => void
} {
  const { raw, filter, open, close } = useUrlState()
  return {
    filter,
    open,
    close,
    filters: {
      search: raw['search'] === undefined ? '' : String(raw['search']),
      tag: typeof raw['tag'] === 'string' ? raw['tag'] : null,
      category: oneOf(raw['category'], categoryFilters, 'all'),
      stock: oneOf(raw['stock'], Object.keys(stockNames) as StockFilter[], 'any'),
      sort: oneOf(raw['sort'], Object.keys(sortNames) as Sort[], 'uses'),
      time: oneOf(raw['time'], Object.keys(timeNames) as TimeFilter[], 'any'),
      ingredient: Id.safeParse(raw['ingredient']).data ?? null,
      cookbook: Id.safeParse(raw['cookbook']).data ?? null,
      isFavorite: String(raw['favorite']) === 'true',
    },
    opened: {
      shared: sharedIn(raw),
      recipe: typeof raw['recipe'] === 'string' ? raw['recipe'] : null,
      entry: typeof raw['entry'] === 'string' ? raw['entry'] : null,
      servings: Servings.safeParse(Number(raw['servings'])).data ?? null,
      sheet:
        (['edit', 'new', 'import', 'cook', 'cookbooks'] as const).find((sheet) => sheet === raw['sheet']) ??
        (sharedIn(raw) === null ? null : 'import'),
    },
  }
}

/** The names are those in the app's manifest. Most apps put the address in the text. */
function sharedIn(raw: Record<string, unknown>): OpenSheetState['shared'] {
  const input = [raw['shared-url'], raw['shared-text']].filter((text) => typeof text === 'string').join(' ')
  const [address] = /https?:\/\/\S+/.exec(input) ?? []
  if (address !== undefined) return { address }
  return input.trim() === '' ? null : { text: input }
}

export const missingOf = ({ stock }: Pick<RecipeListItem, 'stock'>) => stock.short + stock.missing

/** 75 → `1 h 15 min`. */
export function formatMinutes(time: number): string {
  const [hours, rest] = [Math.floor(time / 60), time % 60]
  return [hours > 0 ? t`${hours} h` : '', rest > 0 || hours === 0 ? t`${rest} min` : ''].filter((part) => part !== '').join(' ')
}
