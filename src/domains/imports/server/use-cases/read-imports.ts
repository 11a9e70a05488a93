import { userNamesOf } from '#domains/households/server/index.ts'
import { sumOfMovements } from '#domains/inventory/rules/past-movements.ts'
import { describeInterval } from '#domains/shopping/rules/describe-cause.ts'
import type { Reader } from '#platform/server/database/index.ts'
import { formatCsv } from '#platform/shared/csv.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { formatNumber, many, say } from '#platform/shared/say.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'
import {
  type AppSource,
  type Import,
  type ImportRow,
  type ImportRowKind,
  importRowKinds,
  type KindCount,
  type Reason,
  type RowState,
} from '../../contract.ts'
import type { PlanData } from '../../rules/import-plan.ts'
import * as store from '../store.ts'
import { detailOfDiet, detailOfPlan, detailOfSetting, settingName } from './describe-row.ts'

const reasonMessages: Record<Reason, string> = {
  no_name: /*i18n*/ 'No name.',
  no_amount: /*i18n*/ 'Nothing left in stock.',
  amount_unreadable: /*i18n*/ 'The amount isn’t a valid number.',
  date_unreadable: /*i18n*/ 'The date isn’t valid.',
  price_unreadable: /*i18n*/ 'The price isn’t a valid number.',
  barcode_unreadable: /*i18n*/ 'The barcode format isn’t supported.',
  unknown_food: /*i18n*/ 'Its ingredient isn’t in the file.',
  nothing_in_it: /*i18n*/ 'It has no ingredients and no steps.',
  not_valid: /*i18n*/ 'Part of it is too long or contains characters that aren’t allowed.',
  past_not_sent: /*i18n*/ 'grocy didn’t send its journal, so what was used up before is missing.',
  number_doubtful: /*i18n*/ 'A number is ambiguous: its point or comma may be a thousands separator.',
  brought_before: /*i18n*/ 'Already imported earlier.',
  food_here: /*i18n*/ 'An ingredient with that name already exists; left unchanged.',
  lot_here: /*i18n*/ 'Already in your inventory; left unchanged.',
  code_taken: /*i18n*/ 'This barcode is already assigned here.',
  on_list: /*i18n*/ 'Already on the list.',
  bundle_here: /*i18n*/ 'A bundle with that name already exists.',
  labels_here: /*i18n*/ 'These labels are already here, or were revoked.',
  place_here: /*i18n*/ 'A place with that name already exists.',
  list_here: /*i18n*/ 'A list with that name already exists.',
  store_here: /*i18n*/ 'A store with that name already exists.',
  recipe_here: /*i18n*/ 'A recipe with that name already exists.',
  cookbook_here: /*i18n*/ 'A cookbook with that name already exists.',
  meal_here: /*i18n*/ 'Already planned, or already said for that meal.',
  guest_here: /*i18n*/ 'A guest with that name already exists; left unchanged.',
  needs_here: /*i18n*/ 'You have already said what you can’t eat; left unchanged.',
  contents_here: /*i18n*/ 'The household has already said what it contains; left unchanged.',
  setting_here: /*i18n*/ 'Already set like this.',
  recipe_left_out: /*i18n*/ 'Its recipe doesn’t exist here, and recipes weren’t imported.',
  item_left_out: /*i18n*/ 'Its item wasn’t imported.',
  people_left_out: /*i18n*/ 'It’s about people who aren’t known here.',
  not_asked: /*i18n*/ 'You didn’t choose to import these.',
  food_left_out: /*i18n*/ 'Its ingredient doesn’t exist here, and ingredients weren’t imported.',
  changed_since: /*i18n*/ 'It has been changed since.',
  in_use: /*i18n*/ 'There’s still some in your inventory.',
  needed_since: /*i18n*/ 'It’s in use: on the shopping list, in a recipe, in the history, or learned from a photo or receipt.',
  chosen_since: /*i18n*/ 'Someone has said since that they eat a meal.',
  theirs: /*i18n*/ 'Only they or an owner can change what they can’t eat.',
  quota_reached: /*i18n*/ 'The household has reached its limit for these.',
  maker_may_not: /*i18n*/ 'The person who started this import no longer manages this household.',
}

type AppImport = store.ImportRecord & { source: AppSource }

/** Returns false for a preview that is still being written, and for a sample kitchen. */
const isAppImport = (head: store.ImportRecord): head is AppImport => head.total_rows > 0 && head.source !== 'sample'

/** Throws `not_found` if there is no such import, its preview is still being written, or it is a sample kitchen. */
export async function readImport(q: Reader, householdId: HouseholdId, id: string): Promise<Import> {
  const [response] = await presentImports(q, householdId, [await requireImport(q, householdId, id)])
  return response ?? Promise.reject(notFound())
}

export async function requireImport(q: Reader, householdId: HouseholdId, id: string): Promise<AppImport> {
  const head = await store.findImport(q, householdId, id)
  if (!head || !isAppImport(head)) throw notFound()
  return head
}

/** Returns the newest first. */
export async function listImports(q: Reader, householdId: HouseholdId): Promise<Import[]> {
  return presentImports(q, householdId, (await store.listImports(q, householdId)).filter(isAppImport))
}

async function presentImports(q: Reader, householdId: HouseholdId, heads: readonly AppImport[]): Promise<Import[]> {
  const counted = await store.countRows(
    q,
    householdId,
    heads.map(({ id }) => id),
  )
  const people = await userNamesOf(
    q,
    heads.map(({ made_by }) => made_by),
  )
  const doubtful = new Map<string, store.ImportRowRecord[]>()
  for (const { id, state } of heads) if (state === 'preview') doubtful.set(id, await store.doubtfulRows(q, householdId, id, 20))
  return heads.map((head) => ({
    id: head.id,
    source: head.source,
    state: head.state,
    createdAt: head.created_at,
    finishedAt: head.finished_at,
    madeBy: people.get(head.made_by) ?? null,
    progress: { done: head.done_rows, total: head.total_rows },
    counts: importRowKinds.flatMap(
      (kind) =>
        countOf(
          kind,
          counted.filter((one) => one.import_id === head.id && one.kind === kind),
        ) ?? [],
    ),
    countedAsPieces: JSON.parse(head.counted_as_pieces) as string[],
    picturesLeftOut: head.pictures_left_out,
    doubtful: (doubtful.get(head.id) ?? []).map(describeNumbers),
  }))
}

/** Formats the numbers of a row as they were read. */
function describeNumbers({ kind, name, data }: store.ImportRowRecord): string {
  const parsed = JSON.parse(data ?? '{}') as Partial<PlanData['food'] & PlanData['lot']>
  if (kind === 'food') return joined(name, amountOf(parsed.parLevel, parsed.defaultUnit))
  return joined(
    name,
    amountOf(parsed.quantity, parsed.unit),
    parsed.purchasePrice === undefined ? '' : formatNumber(parsed.purchasePrice ?? 0),
  )
}

function countOf(kind: ImportRowKind, counted: readonly { state: RowState; count: number }[]): KindCount | null {
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

export async function listRows(
  q: Reader,
  householdId: HouseholdId,
  importId: string,
  {
    kind,
    state,
    after = 0,
    limit = 50,
  }: { kind?: ImportRowKind | undefined; state?: RowState | undefined; after?: number | undefined; limit?: number | undefined },
): Promise<ImportRow[]> {
  await requireImport(q, householdId, importId)
  return (await store.rowsOf(q, householdId, importId, { kind, state, after, limit })).map(toRow)
}

const toRow = (row: store.ImportRowRecord): ImportRow => ({
  no: row.no,
  kind: row.kind,
  place: placeOf(row.place),
  name: nameOf(row),
  detail: detailOf(row),
  state: row.state,
  why: row.reason === null ? null : say(reasonMessages[row.reason]),
  match: row.match_name,
})

/** The names of people are erased once an import has ended. */
function nameOf({ kind, name, state }: store.ImportRowRecord): string {
  if (kind === 'setting') return settingName(name)
  return kind === 'diet' && name === '' && state !== 'refused' ? say`Someone` : name
}

/** Translates “line 3”, but not the other app's table names. */
function placeOf(place: string): string {
  const [, line] = /^line (\d+)$/.exec(place) ?? []
  return line === undefined ? place : say`line ${line}`
}

const amountOf = (quantity: number | null | undefined, unit: Unit | null | undefined) =>
  quantity === null || quantity === undefined ? '' : formatAmount(quantity, unit ?? 'piece')
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

function detailOf({ kind, data }: store.ImportRowRecord): string {
  if (data === null) return ''
  const parsed: unknown = JSON.parse(data)
  switch (kind) {
    case 'food': {
      const ingredient = parsed as PlanData['food']
      return joined(ingredient.category, ingredient.defaultLocation)
    }
    case 'barcode': {
      const code = parsed as PlanData['barcode']
      return joined(code.code, amountOf(code.packQuantity, code.packUnit))
    }
    case 'lot': {
      const lot = parsed as PlanData['lot']
      const left = lot.quantity - sumOfMovements(lot.movements ?? [])
      return joined(amountOf(Math.max(0, left), lot.unit), lot.location, lot.expirationDate)
    }
    case 'past': {
      const { quantity, unit, addedOn, movements = [] } = parsed as PlanData['past']
      const discarded = sumOfMovements(movements.filter((movement) => movement.kind === 'discard'))
      return joined(amountOf(quantity, unit), addedOn, discarded > 0 ? say`discarded: ${amountOf(discarded, unit)}` : '')
    }
    case 'list': {
      const item = parsed as PlanData['list']
      if (item.bundle) return item.bundle.join(', ')
      return joined(amountOf(item.quantity, item.unit), item.repeats && describeInterval(item.repeats.every))
    }
    case 'recipe': {
      const { cookbook } = parsed as PlanData['recipe']
      return cookbook ? joined(say`Cookbook`, say`${many(cookbook.length, { one: '# recipe', other: '# recipes' })}`) : ''
    }
    case 'diet':
      return detailOfDiet(parsed as PlanData['diet'])
    case 'plan':
      return detailOfPlan(parsed as PlanData['plan'])
    case 'setting':
      return detailOfSetting(parsed as PlanData['setting'])
    default:
      return ''
  }
}

const reportPageSize = 1_000

/** Returns every row with its result as CSV. */
export async function reportOf(q: Reader, householdId: HouseholdId, importId: string): Promise<string> {
  await requireImport(q, householdId, importId)
  const parts = [formatCsv([[say`Kind`, say`Name`, say`Details`, say`Line`, say`Result`, say`Why`]], { bom: true })]
  for (let after = 0; ; ) {
    const rows = await store.rowsOf(q, householdId, importId, { after, limit: reportPageSize })
    parts.push(
      formatCsv(
        rows.map(toRow).map((row) => [say(kindLabels[row.kind]), row.name, row.detail, row.place, say(stateLabels[row.state]), row.why]),
      ),
    )
    const last = rows.at(-1)
    if (!last || rows.length < reportPageSize) return parts.join('')
    after = last.no
  }
}

const kindLabels: Record<ImportRowKind, string> = {
  food: /*i18n*/ 'Ingredient',
  barcode: /*i18n*/ 'Barcode',
  lot: /*i18n*/ 'Stock',
  past: /*i18n*/ 'Past item',
  list: /*i18n*/ 'Shopping list',
  recipe: /*i18n*/ 'Recipe',
  diet: /*i18n*/ 'Diet',
  plan: /*i18n*/ 'Meal plan',
  setting: /*i18n*/ 'Setting',
}
const stateLabels: Record<RowState, string> = {
  new: /*i18n*/ 'To be imported',
  known: /*i18n*/ 'Already exists',
  refused: /*i18n*/ 'Not recognized',
  left_out: /*i18n*/ 'Skipped',
  brought: /*i18n*/ 'Imported',
  taken_back: /*i18n*/ 'Undone',
  kept: /*i18n*/ 'Kept',
}
