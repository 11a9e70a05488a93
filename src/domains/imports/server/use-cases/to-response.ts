import { namesOf } from '#domains/households/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import { formatCsv } from '#platform/shared/csv.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { figure, say } from '#platform/shared/say.ts'
import { unitLabel } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'
import { type Import, type ImportRow, type Kind, type KindCount, kinds, type Reason, type RowState } from '../../contract.ts'
import type { PlanData } from '../../rules/plan.ts'
import * as store from '../store.ts'

const whys: Record<Reason, string> = {
  no_name: /*i18n*/ 'No name.',
  no_amount: /*i18n*/ 'Nothing left in stock.',
  amount_unreadable: /*i18n*/ 'The amount isn’t a valid number.',
  date_unreadable: /*i18n*/ 'The date isn’t valid.',
  price_unreadable: /*i18n*/ 'The price isn’t a valid number.',
  barcode_unreadable: /*i18n*/ 'The barcode format isn’t supported.',
  unknown_food: /*i18n*/ 'Its ingredient isn’t in the file.',
  nothing_in_it: /*i18n*/ 'It has no ingredients and no steps.',
  not_valid: /*i18n*/ 'Part of it is too long or contains characters that aren’t allowed.',
  number_doubtful: /*i18n*/ 'A number is ambiguous: its point or comma may be a thousands separator.',
  brought_before: /*i18n*/ 'Already imported earlier.',
  food_here: /*i18n*/ 'An ingredient with that name already exists; left unchanged.',
  lot_here: /*i18n*/ 'Already in your inventory; left unchanged.',
  code_taken: /*i18n*/ 'This barcode is already assigned here.',
  on_list: /*i18n*/ 'Already on the list.',
  recipe_here: /*i18n*/ 'A recipe with that name already exists.',
  food_left_out: /*i18n*/ 'Its ingredient doesn’t exist here, and ingredients weren’t imported.',
  changed_since: /*i18n*/ 'It has been changed since.',
  in_use: /*i18n*/ 'There’s still some in your inventory.',
  needed_since: /*i18n*/ 'It’s in use: on the shopping list, in a recipe, in the history, or learned from a photo or receipt.',
  quota_reached: /*i18n*/ 'The household has reached its recipe limit.',
  maker_may_not: /*i18n*/ 'The person who started this import no longer manages this household.',
}

/** One import. Throws `not_found`, also while its preview is being written. */
export async function readImport(q: Reader, householdId: HouseholdId, id: string): Promise<Import> {
  const [shown] = await shownImports(q, householdId, [await requireImport(q, householdId, id)])
  return shown ?? Promise.reject(notFound())
}

export async function requireImport(q: Reader, householdId: HouseholdId, id: string): Promise<store.ImportHead> {
  const head = await store.findImport(q, householdId, id)
  if (!head || head.total_rows === 0) throw notFound()
  return head
}

/** The newest first. */
export async function listImports(q: Reader, householdId: HouseholdId): Promise<Import[]> {
  return shownImports(
    q,
    householdId,
    (await store.listImports(q, householdId)).filter(({ total_rows }) => total_rows > 0),
  )
}

async function shownImports(q: Reader, householdId: HouseholdId, heads: readonly store.ImportHead[]): Promise<Import[]> {
  const counted = await store.countRows(
    q,
    householdId,
    heads.map(({ id }) => id),
  )
  const people = await namesOf(
    q,
    heads.map(({ made_by }) => made_by),
  )
  const doubts = new Map<string, store.RowOfImport[]>()
  for (const { id, state } of heads) if (state === 'preview') doubts.set(id, await store.doubtfulRows(q, householdId, id, 20))
  return heads.map((head) => ({
    id: head.id,
    source: head.source,
    state: head.state,
    createdAt: head.created_at,
    finishedAt: head.finished_at,
    madeBy: people.get(head.made_by) ?? null,
    progress: { done: head.done_rows, total: head.total_rows },
    counts: kinds.flatMap(
      (kind) =>
        countOf(
          kind,
          counted.filter((one) => one.import_id === head.id && one.kind === kind),
        ) ?? [],
    ),
    countedAsPieces: JSON.parse(head.counted_as_pieces) as string[],
    doubtful: (doubts.get(head.id) ?? []).map(takenOf),
  }))
}

/** What was taken from the numbers of a row. */
function takenOf({ kind, name, data }: store.RowOfImport): string {
  const said = JSON.parse(data ?? '{}') as Partial<PlanData['food'] & PlanData['lot']>
  if (kind === 'food') return joined(name, amount(said.parLevel, said.defaultUnit))
  return joined(name, amount(said.quantity, said.unit), said.purchasePrice === undefined ? '' : figure(said.purchasePrice ?? 0))
}

function countOf(kind: Kind, counted: readonly { state: RowState; count: number }[]): KindCount | null {
  const of = (state: RowState) => counted.find((one) => one.state === state)?.count ?? 0
  const found = counted.reduce((sum, { count }) => sum + count, 0)
  if (found === 0) return null
  return {
    kind,
    found,
    new: of('new'),
    known: of('known'),
    refused: of('refused'),
    leftOut: of('left_out'),
    brought: of('brought'),
    takenBack: of('taken_back'),
    kept: of('kept'),
  }
}

/** Rows of an import, a page at a time. */
export async function listRows(
  q: Reader,
  householdId: HouseholdId,
  importId: string,
  {
    kind,
    state,
    after = 0,
    limit = 50,
  }: { kind?: Kind | undefined; state?: RowState | undefined; after?: number | undefined; limit?: number | undefined },
): Promise<ImportRow[]> {
  await requireImport(q, householdId, importId)
  return (await store.rowsOf(q, householdId, importId, { kind, state, after, limit })).map(toRow)
}

const toRow = (row: store.RowOfImport): ImportRow => ({
  no: row.no,
  kind: row.kind,
  place: placeOf(row.place),
  name: row.name,
  detail: detailOf(row),
  state: row.state,
  why: row.reason === null ? null : say(whys[row.reason]),
  match: row.match_name,
})

/** Lines are counted in the reader’s language; names of tables and fields are the other app’s. */
function placeOf(place: string): string {
  const [, line] = /^line (\d+)$/.exec(place) ?? []
  return line === undefined ? place : say`line ${line}`
}

const amount = (quantity: number | null | undefined, unit: Unit | null | undefined) =>
  quantity === null || quantity === undefined ? '' : `${figure(quantity)} ${unitLabel(unit ?? 'piece', quantity)}`
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

function detailOf({ kind, data }: store.RowOfImport): string {
  if (data === null) return ''
  const said: unknown = JSON.parse(data)
  switch (kind) {
    case 'food': {
      const ingredient = said as PlanData['food']
      return joined(ingredient.category, ingredient.defaultLocation)
    }
    case 'barcode': {
      const code = said as PlanData['barcode']
      return joined(code.code, amount(code.packQuantity, code.packUnit))
    }
    case 'lot': {
      const lot = said as PlanData['lot']
      return joined(amount(lot.quantity, lot.unit), lot.location, lot.expirationDate)
    }
    case 'list': {
      const item = said as PlanData['list']
      return amount(item.quantity, item.unit)
    }
    default:
      return ''
  }
}

const together = 1_000

/** Every row and what became of it, as CSV; read a piece at a time. */
export async function reportOf(
  read: <T>(work: (q: Reader) => Promise<T>) => Promise<T>,
  householdId: HouseholdId,
  importId: string,
): Promise<string> {
  await read((q) => requireImport(q, householdId, importId))
  const parts = [formatCsv([[say`Kind`, say`Name`, say`Details`, say`Line`, say`Result`, say`Why`]], { bom: true })]
  for (let after = 0; ; ) {
    const rows = await read((q) => store.rowsOf(q, householdId, importId, { after, limit: together }))
    const shown = rows.map(toRow)
    parts.push(
      formatCsv(shown.map((row) => [say(kindWords[row.kind]), row.name, row.detail, row.place, say(stateWords[row.state]), row.why])),
    )
    const last = rows.at(-1)
    if (!last || rows.length < together) return parts.join('')
    after = last.no
  }
}

const kindWords: Record<Kind, string> = {
  food: /*i18n*/ 'Ingredient',
  barcode: /*i18n*/ 'Barcode',
  lot: /*i18n*/ 'Stock',
  list: /*i18n*/ 'Shopping list',
  recipe: /*i18n*/ 'Recipe',
}
const stateWords: Record<RowState, string> = {
  new: /*i18n*/ 'To be imported',
  known: /*i18n*/ 'Already exists',
  refused: /*i18n*/ 'Not recognized',
  left_out: /*i18n*/ 'Skipped',
  brought: /*i18n*/ 'Imported',
  taken_back: /*i18n*/ 'Undone',
  kept: /*i18n*/ 'Kept',
}
