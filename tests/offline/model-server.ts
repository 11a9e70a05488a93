import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import type { NamedList, NewShoppingItem, ShoppingItem, ShoppingItemChange } from '#domains/shopping/contract/index.ts'
import { findRowToMerge, quantityAfter } from '#domains/shopping/rules/merge-rows.ts'
import { mergeStores } from '#domains/shopping/rules/row-stores.ts'
import type { ReadyRequest } from '#platform/web/sync/operation.ts'
import type { ListNews, ListServer } from '#tests/offline/devices.ts'
import type { ListCopy } from '#tests/offline/list-replica.ts'

type Answer = Awaited<ReturnType<ListServer['handle']>>
interface Added {
  readonly key: string
  readonly milli: number
  readonly unit: ShoppingItem['unit']
  readonly note: string
  readonly listId: string | null
}
interface Row {
  item: ShoppingItem
  isListed: boolean
  readonly key: string
}

const path = '/api/shopping-list'
/** The list besides the default one. */
export const otherList: NamedList = { id: 'party', name: 'Party', isArchived: false, createdAt: '2026-01-01T10:00:00.000Z', version: 1 }
/** Adds several rows in one change, as a recipe does. */
export const addAllAddress = '/api/recipes/soup/add-missing'
const isEqual = (a: readonly string[], b: readonly string[]) => a.join() === b.join()
// Frozen, so that changing a response fails.
const ok = (reply: unknown, seq: number | null): Answer => Object.freeze({ status: 200, seq, reply: Object.freeze(reply) })
const refused = (status: number, code: string): Answer => ({ status, code, seq: null, reply: null })

/** The merge rule of docs/offline.md in memory: the model for the real server. */
export class ModelServer implements ListServer {
  private readonly rows = new Map<string, Row>()
  private readonly aliases = new Map<string, { id: string; milli: number }>()
  private readonly answers = new Map<string, Answer>()
  private readonly undos = new Map<number, () => void>()
  private readonly listeners: ((news: ListNews) => void)[] = []
  private seq = 0
  /** The rows written by the request that is carried out. */
  private readonly written = new Map<string, Row>()
  /** How often each key was executed. */
  readonly done = new Map<string, number>()
  readonly refused = new Set<string>()
  /** Rows that have left the list and never came back. */
  readonly dead = new Set<string>()
  private readonly restored = new Set<string>()

  onNews(listener: (news: ListNews) => void): void {
    this.listeners.push(listener)
  }

  async read(): Promise<ListCopy> {
    const items = [...this.rows.values()].filter(({ isListed }) => isListed).map(({ item }) => item)
    return { seq: this.seq, items }
  }

  async handle(_user: number, key: string, request: ReadyRequest): Promise<Answer> {
    const kept = this.answers.get(key)
    if (kept) return kept
    const answer = this.carryOut(request)
    this.publish()
    // A rejection isn't stored: nothing has happened.
    if (answer.status >= 300) this.refused.add(key)
    else {
      this.done.set(key, (this.done.get(key) ?? 0) + 1)
      this.answers.set(key, answer)
    }
    return answer
  }

  private carryOut({ method, address, body }: ReadyRequest): Answer {
    const undo = /^\/api\/history\/(\d+)\/undo$/.exec(address)
    if (undo) return this.undo(Number(undo[1]))
    if (method === 'POST' && address === path) return this.add(body as NewShoppingItem)
    if (address === addAllAddress) return this.addAll(body as { rows: NewShoppingItem[] })
    if (address === `${path}/clear-checked`) return this.clear((body as { ids: string[] }).ids)
    const id = address.slice(path.length + 1)
    if (method === 'PUT') return this.change(id, body as ShoppingItemChange)
    return this.remove(id)
  }

  /** Returns whether it was rejected or changed nothing, so there is nothing to undo. */
  cameToNothing = (key: string) => this.refused.has(key) || this.answers.get(key)?.seq === null

  private find(id: string): Row | undefined {
    return this.rows.get(this.aliases.get(id)?.id ?? id)
  }

  private write(row: Row, fields: Partial<ShoppingItem>, isListed = row.isListed): number {
    const before = row.isListed
    row.item = Object.freeze({ ...row.item, ...fields, version: row.item.version + 1 })
    row.isListed = isListed
    // One change, whatever number of rows it writes.
    if (this.written.size === 0) this.seq += 1
    const { id } = row.item
    this.written.set(id, row)
    if (before && !isListed && !this.restored.has(id)) this.dead.add(id)
    if (!before && isListed) {
      this.restored.add(id)
      this.dead.delete(id)
    }
    return this.seq
  }

  private publish(): void {
    const all = [...this.written.values()]
    this.written.clear()
    if (all.length === 0) return
    const rows = all.filter(({ isListed }) => isListed).map(({ item }) => item)
    const removed = all.filter(({ isListed }) => !isListed).map(({ item }) => item.id)
    for (const listener of this.listeners) listener({ seq: this.seq, rows, removed })
  }

  private add(given: NewShoppingItem): Answer {
    const id = given.id ?? ''
    const known = this.find(id)
    if (known) return known.isListed ? ok(known.item, null) : refused(409, 'item_gone')
    const name = given.ingredientName ?? ''
    const milli = Math.round((given.suggestedQuantity ?? 1) * 1000)
    const unit = given.unit ?? 'each'
    const listId = given.listId ?? null
    const fit = this.findFit({ key: ingredientKey(name), milli, unit, note: '', listId })
    if (fit) {
      this.aliases.set(id, { id: fit.row.id, milli: fit.milli })
      const seq = this.write(fit.row.row, { suggestedQuantity: (fit.row.milli + fit.milli) / 1000 })
      return ok(fit.row.row.item, seq)
    }
    const row: Row = { isListed: false, key: ingredientKey(name), item: { ...newItem(id, name, milli / 1000, unit, this.seq), listId } }
    this.rows.set(id, row)
    row.isListed = true
    const seq = this.write(row, {})
    return ok(row.item, seq)
  }

  /** Returns the open row of a list that something is added to. */
  private findFit({ key, milli, unit, note, listId }: Added) {
    const open = [...this.rows.values()].filter(({ isListed, item }) => isListed && !item.isChecked && item.listId === listId)
    return findRowToMerge(
      open.map((row) => ({
        row,
        id: row.item.id,
        ingredientId: null,
        ingredientKey: row.key,
        milli: Math.round(row.item.suggestedQuantity * 1000),
        unit: row.item.unit,
        note: row.item.note,
        createdAt: row.item.createdAt,
      })),
      { ingredientId: null, ingredientKey: key, milli, unit, note },
    )
  }

  /** A moved row grows an open row about the same thing; its id and those of its parts stand for parts of that one. */
  private move(row: Row, listId: string | null): Answer {
    const { id, suggestedQuantity, unit, note, isChecked } = row.item
    const milli = Math.round(suggestedQuantity * 1000)
    const fit = isChecked ? null : this.findFit({ key: row.key, milli, unit, note, listId })
    if (!fit) {
      const seq = this.write(row, { listId })
      return ok({ item: row.item }, seq)
    }
    const target = fit.row.row
    const parts = [...this.aliases].filter(([, alias]) => alias.id === id)
    const factor = fit.milli / milli
    const shares = parts.reduce((sum, [, part]) => sum + part.milli, 0)
    for (const [name, part] of parts) this.aliases.set(name, { id: target.item.id, milli: Math.round(part.milli * factor) })
    this.aliases.set(id, { id: target.item.id, milli: Math.round(Math.max(1, milli - shares) * factor) })
    this.write(row, {}, false)
    const grown = {
      suggestedQuantity: (fit.row.milli + fit.milli) / 1000,
      note: fit.note,
      storeIds: [...mergeStores(target.item.storeIds, row.item.storeIds)],
    }
    const seq = this.write(target, grown)
    return ok({ item: target.item }, seq)
  }

  private addAll({ rows }: { rows: readonly NewShoppingItem[] }): Answer {
    const items = new Map<string, ShoppingItem>()
    for (const row of rows) {
      const { reply } = this.add(row)
      const item = reply as ShoppingItem | null
      if (item) items.set(item.id, item)
    }
    return ok({ items: [...items.values()], added: rows.length }, this.seq)
  }

  private change(id: string, { isChecked, suggestedQuantity: to, quantityWas: was, note, storeIds, listId }: ShoppingItemChange): Answer {
    const row = this.find(id)
    if (!row) return refused(404, 'not_found')
    if (!row.isListed) return refused(409, 'item_gone')
    const milli = Math.round(row.item.suggestedQuantity * 1000)
    const fields: Partial<ShoppingItem> = {
      ...(isChecked === undefined || isChecked === row.item.isChecked ? {} : { isChecked }),
      ...(note === undefined || note === row.item.note ? {} : { note }),
      ...(storeIds === undefined || isEqual(storeIds, row.item.storeIds) ? {} : { storeIds }),
      ...(to === undefined ? {} : { suggestedQuantity: quantityAfter(milli, to * 1000, was === undefined ? null : was * 1000) / 1000 }),
    }
    if (listId !== undefined && listId !== row.item.listId) return this.move(row, listId)
    const seq = Object.keys(fields).length > 0 ? this.write(row, fields) : null
    return ok({ item: row.item }, seq)
  }

  private remove(id: string): Answer {
    const row = this.find(id)
    if (!row) return refused(404, 'not_found')
    if (!row.isListed) return ok(undefined, null)
    const part = this.aliases.get(id)
    const milli = Math.round(row.item.suggestedQuantity * 1000)
    if (part && milli > part.milli) return ok(undefined, this.write(row, { suggestedQuantity: (milli - part.milli) / 1000 }))
    const seq = this.write(row, {}, false)
    this.undos.set(seq, () => void this.write(row, {}, true))
    return ok(undefined, seq)
  }

  private clear(ids: readonly string[]): Answer {
    const rows = ids.map((id) => this.find(id))
    if (rows.some((row) => row === undefined)) return refused(404, 'not_found')
    const cleared = rows.filter((row): row is Row => row?.isListed === true && row.item.isChecked)
    for (const row of cleared) this.write(row, {}, false)
    if (cleared.length === 0) return ok({ cleared: 0 }, null)
    this.undos.set(this.seq, () => {
      for (const row of cleared) this.write(row, {}, true)
    })
    return ok({ cleared: cleared.length }, this.seq)
  }

  private undo(seq: number): Answer {
    const undo = this.undos.get(seq)
    if (!undo) return refused(409, 'undo_in_the_way')
    this.undos.delete(seq)
    undo()
    return ok(undefined, this.seq)
  }
}

function newItem(id: string, ingredientName: string, suggestedQuantity: number, unit: ShoppingItem['unit'], seq: number): ShoppingItem {
  const at = new Date(1_700_000_000_000 + seq * 1000).toISOString()
  return {
    id,
    ingredientId: null,
    ingredientName,
    category: 'Other',
    suggestedQuantity,
    unit,
    currentQuantity: 0,
    parLevel: null,
    priority: 'medium',
    reason: 'requested',
    why: 'Added by Ana',
    isByHand: true,
    estimatedCost: null,
    packQuantity: null,
    packs: null,
    note: '',
    storeIds: [],
    listId: null,
    instacartPrice: null,
    instacartProductId: null,
    isChecked: false,
    checkedBy: null,
    checkedAt: null,
    addedBy: null,
    createdAt: at,
    updatedAt: at,
    version: 0,
  }
}
