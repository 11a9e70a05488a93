import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { lotTable } from '#domains/inventory/rules/local-lots.ts'
import { labelTable } from '#domains/labels/rules/local-labels.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { TablesDraft } from '#platform/web/sync/household-tables.ts'

/** Moves everything at a location to another one, on this device. */
export function renameLocation(draft: TablesDraft, from: string, to: string): void {
  const key = nameKey(from)
  const isThere = (location: string | null | undefined): boolean => !!location && location !== to && nameKey(location) === key
  for (const lot of [...draft.rows(lotTable)]) if (isThere(lot.location)) draft.put(lotTable, { ...lot, location: to })
  for (const label of [...draft.rows(labelTable)]) if (isThere(label.location)) draft.put(labelTable, { ...label, location: to })
  for (const one of [...draft.rows(ingredientTable)]) {
    if (!isThere(one.defaultLocation) && !isThere(one.openedLocation)) continue
    const [defaultLocation, openedLocation] = [one.defaultLocation, one.openedLocation].map((text) => (isThere(text) ? to : text)) as [
      string,
      string,
    ]
    draft.put(ingredientTable, { ...one, defaultLocation, openedLocation })
  }
}
