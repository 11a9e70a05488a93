import { ingredientTable } from '#domains/ingredients/rules/ingredient-table.ts'
import { lotTable } from '#domains/inventory/rules/local-lots.ts'
import { compareText, IncompleteRowsError, type LocalTables, localTable } from '#platform/shared/local-tables.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { type Alert, listAlerts, type SyncedAlert } from '../../contract.ts'
import { describeAlert, severityToday, snoozedUntil } from '../../rules/alert-today.ts'

const alertTable = localTable<SyncedAlert>('alerts')

function alertOf(tables: LocalTables, row: SyncedAlert, today: string): Alert {
  const ingredient = tables.get(ingredientTable, row.ingredientId)
  const lot = row.lotId === null ? null : tables.get(lotTable, row.lotId)
  if (!ingredient || lot === undefined) throw new IncompleteRowsError(`subject of ${row.id}`)
  const facts = {
    kind: row.type,
    food: ingredient.name,
    dueOn: lot?.effectiveExpiration ?? row.dueOn,
    milli: lot ? toMilli(lot.quantity) : row.quantity === null ? null : toMilli(row.quantity),
    unit: lot ? lot.unit : row.unit,
    location: lot?.location ?? '',
    parMilli: row.parLevel === null ? null : toMilli(row.parLevel),
    expirationDate: lot?.expirationDate ?? null,
    dateKind: lot?.dateKind ?? null,
    isOpen: true,
  }
  return {
    id: row.id,
    type: row.type,
    severity: severityToday({ kind: row.type, severity: row.severity }, lot?.effectiveExpiration ?? null, facts, today),
    ...describeAlert(facts, today),
    isResolved: false,
    createdAt: row.createdAt,
    resolvedAt: null,
    lotId: row.lotId,
    storage: lot?.storage ?? null,
    effectiveExpiration: facts.dueOn,
    snoozedUntil: snoozedUntil(row.snoozedUntil, today),
    ingredient: { id: ingredient.id, name: ingredient.name, category: ingredient.category },
  }
}

/** Replies with open alerts; resolved ones aren't on this device. */
export const alertReplies: readonly LocalReply[] = [
  localReply(listAlerts, [alertTable, ingredientTable, lotTable], (tables, { query }, { today }) => {
    if (query.resolved !== 'false' || query.cursor !== undefined) return undefined
    const rows = tables.rows(alertTable).toSorted((a, b) => compareText(b.createdAt, a.createdAt) || compareText(b.id, a.id))
    const page = query.limit === undefined ? rows : rows.slice(0, Number(query.limit))
    return page.map((row) => alertOf(tables, row, today))
  }),
]
