import { type Candidate, serve } from './measure.ts'
import { type Delta, Replica, ReplicaStore, type Row } from './replica.ts'

/** The replica of this folder. */
class OwnReplica implements Candidate {
  readonly #name = 'bench-replica'
  #replica = new Replica()
  #store: ReplicaStore | null = null

  async #open(): Promise<ReplicaStore> {
    this.#store ??= await ReplicaStore.open(this.#name)
    return this.#store
  }
  async fill(tables: Record<string, Row[]>, seq: number) {
    await (await this.#open()).replace(tables, seq)
  }
  async load() {
    this.#replica = new Replica()
    return (await this.#open()).load(this.#replica)
  }
  list() {
    const replica = this.#replica
    const shown: string[] = []
    for (const { id, storage, ingredientId, quantity } of replica.sorted('lots', 'effectiveExpiration')) {
      if (storage !== 'FRIDGE') continue
      shown.push(`${id} ${replica.get('ingredients', String(ingredientId))?.['name']} ${quantity}`)
      if (shown.length === 50) break
    }
    return shown
  }
  cookable() {
    const stocked = this.#replica.grouped('lots', 'ingredientId')
    const names = new Set<unknown>()
    for (const { id, name } of this.#replica.rows('ingredients')) if (stocked.has(id)) names.add(name)
    return this.#replica.rows('recipes').filter(({ lines }) => (lines as { food: string }[]).every(({ food }) => names.has(food))).length
  }
  receive(delta: Delta) {
    this.#replica.receive(delta)
  }
  async store(delta: Delta, seq: number) {
    await (await this.#open()).append(delta, seq)
  }
  setPending(lotIds: readonly string[]) {
    this.#replica.setPending(
      lotIds.map((id) => ({
        key: id,
        apply(draft) {
          const lot = draft.get('lots', id)
          if (lot) draft.put('lots', { ...lot, quantity: Number(lot['quantity']) - 1 })
        },
      })),
    )
  }
  lot(id: string) {
    return this.#replica.get('lots', id)
  }
  ids() {
    return this.#replica.rows('lots').map(({ id }) => id)
  }
}

serve(new OwnReplica())
