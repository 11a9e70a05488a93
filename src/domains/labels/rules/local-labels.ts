import { lotTable } from '#domains/inventory/rules/local-lots.ts'
import { compareText, type LocalTables, localTable } from '#platform/shared/local-tables.ts'
import type { Label } from '../contract.ts'

/** The labels on this device, also with lots that are gone. */
export const labelTable = localTable<Label>('labels')

/** Returns the labels as the API does: one whose lot is gone is free. */
export const localLabels = (tables: LocalTables): Label[] =>
  tables
    .rows(labelTable)
    .map((label) => (label.lotId === null || tables.get(lotTable, label.lotId) ? label : { ...label, lotId: null }))
    .sort((a, b) => compareText(a.id, b.id))
