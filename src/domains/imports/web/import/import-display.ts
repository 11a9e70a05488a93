import { plural, t } from '@lingui/core/macro'
import type { AppSource, ImportRowKind, ImportState, KindCount, RowState } from '../../contract.ts'

export const sourceNames: Record<AppSource, string> = {
  grocy: 'grocy',
  csv: 'CSV',
  kitchenowl: 'KitchenOwl',
  mealie: 'Mealie',
  larder: 'Larder',
}

export const kindNames: Record<ImportRowKind, string> = {
  food: t`Ingredients`,
  barcode: t`Barcodes`,
  lot: t`Stock`,
  past: t`Past items`,
  list: t`Shopping list`,
  recipe: t`Recipes`,
  diet: t`Diets and allergies`,
  plan: t`Meal plan`,
  setting: t`Settings`,
}

export const rowStateNames: Record<RowState, string> = {
  new: t`To be imported`,
  known: t`Already exists`,
  refused: t`Not recognized`,
  left_out: t`Skipped`,
  brought: t`Imported`,
  taken_back: t`Undone`,
  kept: t`Kept`,
}

export const importStateNames: Record<ImportState, string> = {
  preview: t`Not imported yet`,
  running: t`In progress`,
  done: t`Imported`,
  undoing: t`Undoing`,
  undone: t`Undone`,
}

/** Describes the counts that aren't zero in one line. */
export function describeCounts(count: KindCount): string {
  const parts = [
    count.new > 0 ? plural(count.new, { one: '# to import', other: '# to import' }) : '',
    count.brought > 0 ? plural(count.brought, { one: '# imported', other: '# imported' }) : '',
    count.takenBack > 0 ? plural(count.takenBack, { one: '# undone', other: '# undone' }) : '',
    count.kept > 0 ? plural(count.kept, { one: '# kept', other: '# kept' }) : '',
    count.known > 0 ? plural(count.known, { one: '# already exists', other: '# already exist' }) : '',
    count.leftOut > 0 ? plural(count.leftOut, { one: '# skipped', other: '# skipped' }) : '',
    count.refused > 0 ? plural(count.refused, { one: '# not recognized', other: '# not recognized' }) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

export const sumOf = (counts: readonly KindCount[], part: Exclude<keyof KindCount, 'kind'>): number =>
  counts.reduce((sum, count) => sum + count[part], 0)
