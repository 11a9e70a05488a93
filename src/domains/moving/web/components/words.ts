import { plural, t } from '@lingui/core/macro'
import type { ImportState, Kind, KindCount, RowState, Source } from '../../contract.ts'

export const sourceNames: Record<Source, string> = {
  grocy: 'grocy',
  csv: 'CSV',
  kitchenowl: 'KitchenOwl',
  mealie: 'Mealie',
  larder: 'Larder',
}

export const kindNames: Record<Kind, string> = {
  food: t`Foods`,
  barcode: t`Barcodes`,
  lot: t`Stock`,
  list: t`Shopping list`,
  recipe: t`Recipes`,
}

export const rowStateNames: Record<RowState, string> = {
  new: t`Will come`,
  known: t`Here already`,
  refused: t`Not understood`,
  left_out: t`Left out`,
  brought: t`Brought in`,
  taken_back: t`Taken back`,
  kept: t`Stays`,
}

export const importStateNames: Record<ImportState, string> = {
  preview: t`Not brought in yet`,
  running: t`Under way`,
  done: t`Brought in`,
  undoing: t`Being taken back`,
  undone: t`Taken back`,
}

/** What there is of a kind, in one line, without what is not. */
export function countWords(count: KindCount): string {
  const parts = [
    count.new > 0 ? plural(count.new, { one: '# will come', other: '# will come' }) : '',
    count.brought > 0 ? plural(count.brought, { one: '# brought in', other: '# brought in' }) : '',
    count.takenBack > 0 ? plural(count.takenBack, { one: '# taken back', other: '# taken back' }) : '',
    count.kept > 0 ? plural(count.kept, { one: '# stays', other: '# stay' }) : '',
    count.known > 0 ? plural(count.known, { one: '# is here already', other: '# are here already' }) : '',
    count.leftOut > 0 ? plural(count.leftOut, { one: '# left out', other: '# left out' }) : '',
    count.refused > 0 ? plural(count.refused, { one: '# not understood', other: '# not understood' }) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

export const sumOf = (counts: readonly KindCount[], part: Exclude<keyof KindCount, 'kind'>): number =>
  counts.reduce((sum, count) => sum + count[part], 0)
