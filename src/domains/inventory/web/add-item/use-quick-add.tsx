import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import type { ListedPlace } from '#domains/places/rules/list-places.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { decimalMark } from '#platform/shared/say.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { parseQuickAdd, type QuickDraft } from '../../rules/quick-add.ts'
import { useListedPlaces } from '../places/use-listed-places.ts'
import { DraftSheet } from './draft-sheet.tsx'

/** Gives a draft the storage of its place, unless the line says another. */
function withStorageOfPlace(places: readonly ListedPlace[], draft: QuickDraft): QuickDraft {
  const storage = draft.storage ? null : places.find(({ name }) => name === draft.location)?.storage
  return storage ? { ...draft, storage } : draft
}

interface QuickAddLine {
  /** Loads what reading a line needs, when the field gets the focus. */
  prepare: () => void
  /** Opens the sheet with the items of a line such as "2 l milk exp fri, 6 eggs". */
  read: (line: string) => void
  sheet: ReactNode
}

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
  const findKnown = useCallback((name: string) => known.get(nameKey(name)) ?? null, [known])
  const read = useCallback(
    (line: string) => {
      const found = parseQuickAdd(line, {
        today,
        locations: places.map(({ name }) => name),
        findIngredient: findKnown,
        decimalMark: decimalMark(),
      })
      if (found.length > 0) setDrafts(found.map((draft) => withStorageOfPlace(places, draft)))
    },
    [today, places, findKnown],
  )
  return {
    prepare: () => setNeeded(true),
    read,
    sheet: <DraftSheet drafts={drafts} findKnown={findKnown} onClose={() => setDrafts(null)} onAdded={onAdded} />,
  }
}
