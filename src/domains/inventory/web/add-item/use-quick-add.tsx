import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { type Ingredient, listIngredients } from '#domains/ingredients/contract/index.ts'
import { useBuiltInFoods } from '#domains/ingredients/web/index.ts'
import type { ListedPlace } from '#domains/places/rules/list-places.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { decimalMark } from '#platform/shared/say.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { splitLineEnd } from '../../rules/line-end.ts'
import { parseQuickAdd, type QuickDraft } from '../../rules/quick-add.ts'
import { useListedPlaces } from '../places/use-listed-places.ts'
import { DraftSheet } from './draft-sheet.tsx'

/** Gives a draft the storage of its place, unless the line says another. */
function withStorageOfPlace(places: readonly ListedPlace[], draft: QuickDraft): QuickDraft {
  const storage = draft.storage ? null : places.find(({ name }) => name === draft.location)?.storage
  return storage ? { ...draft, storage } : draft
}

/** A name to complete a line with, and what the line then is. */
export interface LineSuggestion {
  name: string
  line: string
  /** Whether the line holds only this. */
  isWhole: boolean
}

const maxSuggested = 8

interface QuickAddLine {
  /** Loads what reading a line needs, when the field gets the focus. */
  prepare: () => void
  /** Opens the sheet with the items of a line such as "2 l milk exp fri, 6 eggs". */
  read: (line: string) => void
  /** Suggests names for the end of a line; for an empty one what the household often has. */
  suggest: (line: string) => LineSuggestion[]
  sheet: ReactNode
}

const startsWord = ({ name, aliases }: Ingredient, typed: string) =>
  [name, ...aliases].some((one) => ` ${nameKey(one)}`.includes(` ${nameKey(typed)}`))

const usualFirst = (a: Ingredient, b: Ingredient) =>
  Number(b.isFavorite ?? false) - Number(a.isFavorite ?? false) || (a.updatedAt < b.updatedAt ? 1 : -1)

/** Reads typed lines into drafts to confirm. `onAdded` runs once they are added. */
export function useQuickAdd(onAdded: () => void): QuickAddLine {
  const [drafts, setDrafts] = useState<QuickDraft[] | null>(null)
  const [isNeeded, setNeeded] = useState(false)
  const { data: ingredients } = useEndpointQuery(listIngredients, {}, { enabled: isNeeded })
  const places = useListedPlaces()
  const today = useToday()
  const known = useMemo(
    () =>
      new Map(
        (ingredients ?? []).flatMap((ingredient) =>
          [ingredient.name, ...ingredient.aliases].map((name) => [nameKey(name), ingredient] as const),
        ),
      ),
    [ingredients],
  )
  const { spell, suggest: suggestFoods, basics } = useBuiltInFoods(isNeeded)
  const findKnown = useCallback((name: string) => known.get(nameKey(name)) ?? null, [known])
  const read = useCallback(
    (line: string) => {
      const found = parseQuickAdd(line, {
        today,
        locations: places.map(({ name }) => name),
        findIngredient: findKnown,
        decimalMark: decimalMark(),
      })
      const spelled = (draft: QuickDraft) => (findKnown(draft.name) ? draft : { ...draft, name: spell(draft.name) })
      if (found.length > 0) setDrafts(found.map((draft) => spelled(withStorageOfPlace(places, draft))))
    },
    [today, places, findKnown, spell],
  )
  const suggest = useCallback(
    (line: string): LineSuggestion[] => {
      const { before, name } = splitLineEnd(line)
      const own = (ingredients ?? []).toSorted(usualFirst).flatMap((one) => (startsWord(one, name) ? [one.name] : []))
      const others = name === '' ? basics : suggestFoods(name, maxSuggested)
      const isNew = (other: string) => findKnown(other) === null
      return [...own, ...others.map((one) => one.name).filter(isNew)].slice(0, maxSuggested).map((one) => ({
        name: one,
        line: `${before}${one}`,
        isWhole: !/[,;]\s*/.test(before.replace(/\d,\d/g, '')),
      }))
    },
    [ingredients, basics, suggestFoods, findKnown],
  )
  return {
    prepare: () => setNeeded(true),
    read,
    suggest,
    sheet: <DraftSheet drafts={drafts} findKnown={findKnown} onClose={() => setDrafts(null)} onAdded={onAdded} />,
  }
}
