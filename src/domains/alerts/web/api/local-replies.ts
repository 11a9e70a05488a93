import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { type LotRow, lotTable } from '#domains/inventory/rules/local-lots.ts'
import { compareText, IncompleteRowsError, type LocalTables, localTable } from '#platform/shared/local-tables.ts'
import { toCents, toMilli } from '#platform/shared/quantity-and-money.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { type Alert, listAlerts, type SyncedAlert } from '../../contract.ts'
import { describeAlert, severityToday, snoozedUntil } from '../../rules/alert-today.ts'
import { alertWorth } from '../../rules/alert-worth.ts'
import { type Announcements, announcedBefore } from '../../rules/announcements.ts'

const alertTable = localTable<SyncedAlert>('alerts')

/** Returns what a lot in stock cost on average, in cents; null if no price is known. */
function usualPrice(tables: LocalTables): number | null {
  const prices = tables.rows(lotTable).flatMap(({ purchasePrice }) => (purchasePrice === null ? [] : [toCents(purchasePrice)]))
  return prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0) / prices.length
}

function worthOf(row: SyncedAlert, lot: LotRow, usualCents: number | null, today: string): number {
  const facts = {
    kind: row.type,
    expiresOn: lot.effectiveExpiration ?? row.dueOn,
    isFrozen: lot.storage === 'FREEZER',
    milli: toMilli(lot.quantity),
    wholeMilli: toMilli(lot.originalQuantity ?? lot.quantity),
    cents: lot.purchasePrice === null ? null : toCents(lot.purchasePrice),
    usualCents,
    chance: row.chance ?? null,
    expirationDate: lot.expirationDate,
    dateKind: lot.dateKind,
  }
  return alertWorth(facts, today)
}

const announcementsOf = (row: SyncedAlert): Announcements => ({
  days: row.announcedDays ?? 0,
  on: row.announcedOn ?? null,
  severity: row.announcedSeverity ?? null,
  lotVersion: row.announcedVersion ?? null,
})

function alertOf(tables: LocalTables, row: SyncedAlert, usualCents: number | null, today: string): Alert {
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
  const severity = severityToday({ kind: row.type, severity: row.severity }, lot?.effectiveExpiration ?? null, facts, today)
  return {
    id: row.id,
    type: row.type,
    severity,
    ...describeAlert(facts, today),
    isResolved: false,
    createdAt: row.createdAt,
    resolvedAt: null,
    lotId: row.lotId,
    storage: lot?.storage ?? null,
    effectiveExpiration: facts.dueOn,
    snoozedUntil: snoozedUntil(row.snoozedUntil, today),
    worth: lot ? worthOf(row, lot, usualCents, today) : 0,
    announcedDays: announcedBefore(announcementsOf(row), { severity, lotVersion: lot?.version ?? null }, today),
    ingredient: { id: ingredient.id, name: ingredient.name, category: ingredient.category },
  }
}

/** Replies with open alerts; resolved ones aren't on this device. */
export const alertReplies: readonly LocalReply[] = [
  localReply(listAlerts, [alertTable, ingredientTable, lotTable], (tables, { query }, { today }) => {
    if (query.resolved !== 'false' || query.cursor !== undefined) return undefined
    const rows = tables.rows(alertTable).toSorted((a, b) => compareText(b.createdAt, a.createdAt) || compareText(b.id, a.id))
    const page = query.limit === undefined ? rows : rows.slice(0, Number(query.limit))
    const usualCents = page.length === 0 ? null : usualPrice(tables)
    return page.map((row) => alertOf(tables, row, usualCents, today))
  }),
]
