import { useNavigate, useSearch } from '@tanstack/react-router'
import { nameKey } from '#platform/contract/text.ts'
import { type RecipeCard, recipeCategories, Servings } from '../../contract.ts'

export const sortNames = { uses: 'Uses up soonest', name: 'Name', rating: 'Rating', newest: 'Newest' } as const
export type Sort = keyof typeof sortNames
export const stockNames = {
  any: 'Any stock',
  '0': 'Can cook now',
  '1': 'Up to 1 missing',
  '2': 'Up to 2 missing',
  '3': 'Up to 3 missing',
} as const
export type Stock = keyof typeof stockNames
export const chips = ['all', ...recipeCategories] as const
export type Chip = (typeof chips)[number]

export interface Filters {
  search: string
  category: Chip
  /** One of the household's own; null: all. */
  tag: string | null
  stock: Stock
  sort: Sort
}
export type Opened = { recipe: string | null; servings: number | null; sheet: 'edit' | 'new' | 'import' | 'cook' | null }

const oneOf = <T extends string>(value: unknown, allowed: readonly T[], other: T): T =>
  allowed.find((one) => one === String(value)) ?? other

/** Filters and what is open stand in the address, so that a reload and a link keep them. */
export function useFilters(): { filters: Filters; opened: Opened; change: (part: Record<string, string | undefined>) => void } {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    filters: {
      search: raw['search'] === undefined ? '' : String(raw['search']),
      tag: typeof raw['tag'] === 'string' ? raw['tag'] : null,
      category: oneOf(raw['category'], chips, 'all'),
      stock: oneOf(raw['stock'], Object.keys(stockNames) as Stock[], 'any'),
      sort: oneOf(raw['sort'], Object.keys(sortNames) as Sort[], 'uses'),
    },
    opened: {
      recipe: typeof raw['recipe'] === 'string' ? raw['recipe'] : null,
      servings: Servings.safeParse(Number(raw['servings'])).data ?? null,
      sheet: (['edit', 'new', 'import', 'cook'] as const).find((sheet) => sheet === raw['sheet']) ?? null,
    },
    change: (part) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => tidy({ ...before, ...part }),
        replace: true,
        resetScroll: false,
      }),
  }
}

const tidy = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))

export const missingOf = ({ stock }: Pick<RecipeCard, 'stock'>) => stock.short + stock.missing

const orders: Record<Sort, (a: RecipeCard, b: RecipeCard) => number> = {
  uses: (a, b) => b.saves - a.saves || missingOf(a) - missingOf(b) || a.name.localeCompare(b.name),
  name: (a, b) => a.name.localeCompare(b.name),
  rating: (a, b) => (b.rating ?? -1) - (a.rating ?? -1) || a.name.localeCompare(b.name),
  newest: (a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.name.localeCompare(b.name)),
}

/** The recipes that fit, in the order asked for; every word must stand in name, description, tags or ingredients. */
export function found(recipes: readonly RecipeCard[], { search, category, tag, stock, sort }: Filters): RecipeCard[] {
  const words = nameKey(search)
    .split(' ')
    .filter((word) => word !== '')
  const most = stock === 'any' ? Number.POSITIVE_INFINITY : Number(stock)
  return recipes
    .filter((recipe) => category === 'all' || recipe.category === category)
    .filter((recipe) => tag === null || recipe.tags.some((own) => nameKey(own) === nameKey(tag)))
    .filter((recipe) => missingOf(recipe) <= most)
    .filter((recipe) => {
      if (words.length === 0) return true
      const text = nameKey([recipe.name, recipe.description, ...recipe.tags, ...recipe.ingredients].join(' '))
      return words.every((word) => text.includes(word))
    })
    .toSorted(orders[sort])
}

/** 75 → `1 h 15 min`. */
export function minutes(time: number): string {
  const [hours, rest] = [Math.floor(time / 60), time % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter((part) => part !== '').join(' ')
}
