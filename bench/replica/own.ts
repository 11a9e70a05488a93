import { type Delta, HouseholdTables } from '#platform/web/sync/household-tables.ts'
import { ReplicaStore } from '#platform/web/sync/replica-store.ts'
import { ingredientTable, lotTable, type Row, today } from './household.ts'
import { type Candidate, serve } from './measure.ts'

const state = (seq: number) => ({ seq, epoch: 'bench', own: '', version: 'bench' })

/** The replica of the product. */
class OwnReplica implements Candidate {
  #tables = new HouseholdTables()
  #store: ReplicaStore | null = null
  // Apart from the replica, whose bytes are measured.
  #recipes: typeof import('#domains/recipes/rules/local-recipes.ts') | null = null

  async #open(): Promise<ReplicaStore> {
    this.#store ??= await ReplicaStore.open('bench', 'household')
    return this.#store
  }
  async fill(tables: Record<string, Row[]>, seq: number) {
    await (await this.#open()).replace(tables, state(seq))
  }
  async load() {
    this.#tables = new HouseholdTables()
    const stored = await (await this.#open()).load()
    if (!stored) return null
    this.#tables.replace(stored.tables)
    for (const delta of stored.deltas) this.#tables.receive(delta)
    return stored.state.seq
  }
  list() {
    const tables = this.#tables
    const shown: string[] = []
    for (const { id, storage, ingredientId, quantity } of tables.sorted(lotTable, 'effectiveExpiration')) {
      if (storage !== 'FRIDGE') continue
      shown.push(`${id} ${tables.get(ingredientTable, String(ingredientId))?.['name']} ${quantity}`)
      if (shown.length === 50) break
    }
    return shown
  }
  async prepare() {
    this.#recipes = await import('#domains/recipes/rules/local-recipes.ts')
  }
  cookable() {
    if (!this.#recipes) throw new Error('prepare() comes first')
    const { listedRecipe, recipeEntry, recipeStock, recipeTable } = this.#recipes
    const stock = recipeStock(this.#tables, today)
    return this.#tables.rows(recipeTable).filter((recipe) => {
      const { short, missing } = listedRecipe(recipeEntry(recipe), stock).stock
      return short + missing === 0
    }).length
  }
  receive(delta: Delta) {
    this.#tables.receive(delta)
  }
  async store(delta: Delta, seq: number) {
    const store = await this.#open()
    const isAppended = await store.append(delta, state(seq - 1), state(seq))
    if (!isAppended) await store.replace(this.#tables.content(), state(seq))
  }
  setPending(lotIds: readonly string[]) {
    this.#tables.setPending(
      lotIds.map((id) => (draft) => {
        const lot = draft.get(lotTable, id)
        if (lot) draft.put(lotTable, { ...lot, quantity: Number(lot['quantity']) - 1 })
      }),
    )
  }
  lot(id: string) {
    return this.#tables.get(lotTable, id)
  }
  ids() {
    return this.#tables.rows(lotTable).map(({ id }) => id)
  }
}

serve(new OwnReplica())
