import { dropBarcode, rollbackIngredient } from '#domains/ingredients/server/index.ts'
import { rollbackLots } from '#domains/inventory/server/index.ts'
import { rollbackRecipe } from '#domains/recipes/server/index.ts'
import { rollbackRows } from '#domains/shopping/server/index.ts'
import { recordChange } from '#platform/server/changes/log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import * as contract from '../../contract.ts'
import type { PlanData } from '../../rules/plan.ts'
import * as store from '../store.ts'
import { referencesOf } from './references.ts'

type Kept = Map<string, contract.Reason>
type Row = store.RowOfImport

/** Takes rows of one kind back; those that somebody has changed since stay, and say so. */
export async function rollbackImportedRows(tx: Transaction, member: Member, head: store.ImportHead, rows: readonly Row[]): Promise<void> {
  const ids = rows.map(targetOf)
  const payload = { importId: head.id }
  const kept: Kept = new Map()
  const keep = (some: Iterable<string>) => {
    for (const id of some) kept.set(id, 'changed_since')
  }
  switch (rows[0]?.kind) {
    case 'lot':
      keep(await rollbackLots(tx, member, contract.lotsTakenBack, ids, { ...payload, source: head.source }))
      break
    case 'list':
      keep(await rollbackRows(tx, member, contract.listTakenBack, ids, payload))
      break
    case 'recipe': {
      for (const id of ids) if (!(await rollbackRecipe(tx, member, id))) keep([id])
      const recipeIds = ids.filter((id) => !kept.has(id))
      if (recipeIds.length > 0) await recordChange(tx, member, contract.recipesTakenBack, { ...payload, recipeIds })
      break
    }
    case 'barcode': {
      for (const row of rows) if (!(await dropBarcode(tx, member.householdId, codeOf(row), targetOf(row)))) keep([String(row.no)])
      const ingredientIds = [...new Set(rows.filter(({ no }) => !kept.has(String(no))).map(targetOf))]
      if (ingredientIds.length > 0) await recordChange(tx, member, contract.ingredientsRolledBack, { ...payload, ingredientIds })
      break
    }
    default: {
      const references = await referencesOf(tx, member.householdId, ids)
      for (const id of ids) {
        const why = references.get(id) ?? ((await rollbackIngredient(tx, member, id)) ? null : 'changed_since')
        if (why) kept.set(id, why)
      }
      const ingredientIds = ids.filter((id) => !kept.has(id))
      if (ingredientIds.length > 0) await recordChange(tx, member, contract.ingredientsRolledBack, { ...payload, ingredientIds })
    }
  }
  const whyOf = (row: Row) => kept.get(row.kind === 'barcode' ? String(row.no) : targetOf(row)) ?? null
  for (const reason of new Set(rows.map(whyOf)))
    await store.settleRows(
      tx,
      head,
      rows.filter((row) => whyOf(row) === reason),
      { state: reason ? 'kept' : 'taken_back', reason },
    )
  const gone = rows.filter((row) => whyOf(row) === null).flatMap(({ source_key }) => source_key ?? [])
  await store.dropKeys(tx, member.householdId, head.id, gone)
}

const targetOf = (row: Row) => row.target_id ?? ''
const codeOf = (row: Row) => (JSON.parse(row.data ?? '{}') as PlanData['barcode']).code
