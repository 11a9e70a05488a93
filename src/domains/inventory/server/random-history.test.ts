import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { brokenInvariants } from '#tests/support/database/invariants.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'
import { type Person, type TestResponse, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

// Two members perform random actions and undos on a few lots. A small model predicts the result of each.

const runs = Number(process.env['LARDER_HISTORY_RUNS'] ?? 12)
const acts = 60
const seed = Number(process.env['LARDER_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const longest = Math.max(90_000, runs * 4000) * timeoutFactor
const testApp = useTestApp()
const counted = { done: 0, refused: 0, undone: 0, blocked: 0 }
afterAll(() => {
  process.stdout.write(`random history: seed ${seed}, ${JSON.stringify(counted)}\n`)
})

interface ModelLot {
  id: string
  milli: number
  state: 'active' | 'used' | 'discarded' | 'removed'
  location: string
  isOpened: boolean
  /** Every count sets a new value, so that a later count blocks undoing an earlier one. */
  counts: number
  /** The original amount. Counting an untouched lot corrects it. */
  whole: number
  expires: string | null
  order: number
}
type Settable = Pick<ModelLot, 'location' | 'isOpened' | 'counts' | 'whole'>
interface Effect {
  lot: ModelLot
  delta: number
  before: Partial<Settable>
  after: Partial<Settable>
  isNew: boolean
  /** The last count before the use. A later count blocks the undo. */
  onCount?: number
  isUse?: boolean
}
interface Done {
  seq: number
  effects: Effect[]
  isRemoval: boolean
  isUndone: boolean
}

const dates = ['2031-01-01', '2031-01-02', null]

class Model {
  readonly lots: ModelLot[] = []
  readonly log: Done[] = []
  #stamp = 0

  stamp(): number {
    return ++this.#stamp
  }
  add(id: string, milli: number, expires: string | null, location: string, isOpened = false): ModelLot {
    const lot: ModelLot = { id, milli, state: 'active', location, isOpened, counts: 0, whole: milli, expires, order: this.lots.length }
    this.lots.push(lot)
    return lot
  }
  /** Returns the error status that any action on the lot gets because of its state. */
  reach(lot: ModelLot): 404 | 409 | null {
    if (lot.state === 'removed') return 404
    return lot.state === 'active' ? null : 409
  }
  apply(effects: Effect[], end: ModelLot['state'] = 'used'): void {
    for (const { lot, delta, after } of effects) {
      lot.milli += delta
      Object.assign(lot, after)
      if (lot.milli > 0) lot.state = 'active'
      else if (delta !== 0) lot.state = end
    }
  }
  mayUndo({ effects, isUndone, isRemoval }: Done): boolean {
    if (isUndone) return false
    return effects.every(({ lot, delta, after, isNew, onCount = lot.counts }) => {
      const left = lot.milli - delta
      const stands = Object.entries(after).every(([field, value]) => lot[field as keyof Settable] === value)
      return left >= 0 && (!isNew || left === 0) && (isRemoval || lot.state !== 'removed') && (isNew || stands) && onCount === lot.counts
    })
  }
  undo(done: Done): void {
    done.isUndone = true
    for (const { lot, delta, before, isNew, isUse } of done.effects) {
      lot.milli -= delta
      const { isOpened: _isOpened, ...others } = before
      if (!isNew) Object.assign(lot, isUse && this.#isUsedAfter(lot, done) ? others : before)
      if (lot.milli > 0) lot.state = 'active'
      else if (delta !== 0) lot.state = isNew ? 'removed' : 'used'
    }
  }
  /** What a use opened stays open while a later use stands. */
  #isUsedAfter(lot: ModelLot, { seq }: Done): boolean {
    return this.log.some((done) => done.seq > seq && !done.isUndone && done.effects.some((effect) => effect.isUse && effect.lot === lot))
  }
  /** Sorts by expiration date, then by age. */
  firstOut(): ModelLot[] {
    return this.lots
      .filter(({ state }) => state === 'active')
      .toSorted((a, b) => (a.expires ?? '9').localeCompare(b.expires ?? '9') || a.order - b.order)
  }
}

const LotAction = fc.record({
  kind: fc.constantFrom(
    'add',
    'add',
    'use',
    'use',
    'useFood',
    'discard',
    'remove',
    'open',
    'move',
    'split',
    'correct',
    'edit',
    'undo',
    'undo',
    'undo',
  ),
  who: fc.nat(1),
  pick: fc.nat(50),
  milli: fc.integer({ min: 1, max: 6 }).map((n) => n * 250),
  flag: fc.boolean(),
})
type LotAction = typeof LotAction extends fc.Arbitrary<infer T> ? T : never

/** Using part of a sealed lot opens it. */
const opening = (lot: ModelLot, taken: number): Pick<Effect, 'before' | 'after'> =>
  lot.isOpened || taken === lot.milli ? { before: {}, after: {} } : { before: { isOpened: false }, after: { isOpened: true } }

class Run {
  readonly model = new Model()
  readonly #people: readonly [Person, Person]
  readonly #food: string
  constructor(people: readonly [Person, Person], ingredient: string) {
    this.#people = people
    this.#food = ingredient
  }

  async step(act: LotAction): Promise<void> {
    const person = this.#people[act.who as 0 | 1]
    if (act.kind === 'undo') return this.#undo(person, act)
    if (act.kind === 'add') return this.#add(person, act)
    if (act.kind === 'useFood') return this.#useFood(person, act)
    const lot = this.model.lots[act.pick % Math.max(1, this.model.lots.length)]
    if (lot) await this.#onLot(person, act, lot)
  }

  #record(answer: TestResponse<unknown>, effects: Effect[], { isRemoval = false, end = 'used' as ModelLot['state'] } = {}): void {
    counted.done++
    this.model.apply(effects, end)
    this.model.log.push({ seq: Number(answer.headers['x-change-seq']), effects, isRemoval, isUndone: false })
  }

  async #add(person: Person, { milli, pick }: LotAction): Promise<void> {
    const expires = dates[pick % 3] ?? null
    const answer = await person.call(contract.addLot, {
      body: { ingredientId: this.#food, quantity: milli / 1000, unit: 'kg', location: 'Shelf', expirationDate: expires },
    })
    expect(answer.status).toBe(201)
    const lot = this.model.add((answer.body as contract.Lot).id, 0, expires, 'Shelf')
    lot.whole = milli
    this.#record(answer, [{ lot, delta: milli, before: {}, after: {}, isNew: true }])
  }

  async #useFood(person: Person, { milli }: LotAction): Promise<void> {
    const answer = await person.call(contract.consumeIngredient, { params: { id: this.#food }, body: { quantity: milli, unit: 'g' } })
    const stock = this.model.firstOut()
    if (stock.reduce((sum, lot) => sum + lot.milli, 0) < milli) return this.#refused(answer, 409)
    let open = milli
    const effects: Effect[] = []
    for (const lot of stock) {
      const take = Math.min(open, lot.milli)
      if (take > 0) effects.push({ lot, delta: -take, ...opening(lot, take), isNew: false, onCount: lot.counts, isUse: true })
      open -= take
    }
    expect([answer.status, (answer.body as contract.Lot[]).map(({ id }) => id)]).toEqual([200, effects.map(({ lot }) => lot.id)])
    this.#record(answer, effects)
  }

  #refused(answer: TestResponse<unknown>, status: number): void {
    counted.refused++
    expect(answer.status).toBe(status)
  }

  async #onLot(person: Person, { kind, milli, flag, pick }: LotAction, lot: ModelLot): Promise<void> {
    const params = { id: lot.id }
    const quantity = milli / 1000
    const closed = this.model.reach(lot)
    const effect = (delta: number, after: Partial<Settable> = {}): Effect => {
      const before = Object.fromEntries(Object.keys(after).map((field) => [field, lot[field as keyof Settable]]))
      return { lot, delta, before, after, isNew: false }
    }
    switch (kind) {
      case 'use':
      case 'discard': {
        const all = kind === 'discard' && flag
        const answer =
          kind === 'use'
            ? await person.call(contract.useLot, { params, body: { quantity } })
            : await person.call(contract.discardLot, { params, body: { reason: 'spoiled', ...(all ? {} : { quantity }) } })
        const taken = all ? lot.milli : milli
        if (closed || taken > lot.milli) return this.#refused(answer, closed ?? 409)
        expect(answer.status).toBe(200)
        const opened = kind === 'use' ? opening(lot, taken).after : {}
        return this.#record(answer, [{ ...effect(-taken, opened), onCount: lot.counts, isUse: kind === 'use' }], {
          end: kind === 'use' ? 'used' : 'discarded',
        })
      }
      case 'remove': {
        const answer = await person.call(contract.removeLot, { params })
        if (closed) return this.#refused(answer, closed)
        expect(answer.status).toBe(204)
        return this.#record(answer, [effect(-lot.milli)], { isRemoval: true, end: 'removed' })
      }
      case 'open': {
        const answer = await person.call(contract.openLot, { params })
        if (closed || lot.isOpened) return this.#refused(answer, closed ?? 409)
        return this.#record(answer, [effect(0, { isOpened: true })])
      }
      case 'move': {
        const location = ['Shelf', 'Cellar', 'Door'][pick % 3] ?? ''
        const answer = await person.call(contract.moveLot, { params, body: { location } })
        if (closed) return this.#refused(answer, closed)
        return this.#record(answer, [effect(0, { location })])
      }
      case 'edit': {
        const location = ['Shelf', 'Cellar', 'Door'][pick % 3] ?? ''
        const answer = await person.call(contract.changeLot, { params, body: { location } })
        if (closed) return this.#refused(answer, closed)
        expect(answer.status).toBe(200)
        // An edit that changes nothing records no change.
        if (lot.location === location) return expect(answer.headers['x-change-seq']).toBeUndefined()
        return this.#record(answer, [effect(0, { location })])
      }
      case 'split': {
        const answer = await person.call(contract.splitLot, { params, body: { quantity } })
        if (closed || milli >= lot.milli) return this.#refused(answer, closed ?? 409)
        expect(answer.status).toBe(200)
        const part = this.model.add((answer.body as contract.Lot).id, 0, lot.expires, lot.location, lot.isOpened)
        Object.assign(part, { whole: milli, counts: lot.counts })
        return this.#record(answer, [
          effect(-milli, { whole: Math.max(1, lot.whole - milli) }),
          { lot: part, delta: milli, before: {}, after: {}, isNew: true },
        ])
      }
      default: {
        const to = flag ? milli : lot.milli
        const answer = await person.call(contract.correctLot, { params, body: { quantity: to / 1000 } })
        if (closed) return this.#refused(answer, closed)
        expect(answer.status).toBe(200)
        const isWhole = lot.milli === lot.whole && to !== lot.milli
        return this.#record(answer, [effect(to - lot.milli, { counts: this.model.stamp(), ...(isWhole ? { whole: to } : {}) })])
      }
    }
  }

  async #undo(person: Person, { pick }: LotAction): Promise<void> {
    const done = this.model.log[this.model.log.length - 1 - (pick % Math.max(1, this.model.log.length))]
    if (!done) return
    const may = this.model.mayUndo(done)
    const answer = await person.call(undoChange, { params: { seq: done.seq } })
    expect([answer.status, answer.text]).toEqual([may ? 200 : 409, expect.any(String)])
    if (may) {
      counted.undone++
      this.model.undo(done)
    } else counted.blocked++
  }

  /** Compares the app's lots with the model's. */
  async check(): Promise<void> {
    const [person] = this.#people
    const shown = (await person.must(contract.listLots)) as contract.Lot[]
    const ended = (await person.must(contract.listLots, { query: { isActive: 'false' } })) as contract.Lot[]
    const seen = [...shown, ...ended].map(({ id, quantity, state, location, isOpened }) => ({
      id,
      milli: quantity * 1000,
      state,
      location,
      isOpened,
    }))
    const expected = this.model.lots
      .filter(({ state }) => state !== 'removed')
      .map(({ id, milli, state, location, isOpened }) => ({ id, milli, state, location, isOpened }))
    const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)
    expect(seen.toSorted(byId)).toEqual(expected.toSorted(byId))
  }
}

describe('a random history', () => {
  it(
    `of ${acts} actions and undos by two members matches a simple model, and stock equals the sum of its ledger`,
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(LotAction, { minLength: acts / 2, maxLength: acts }), async (history) => {
          const people = (await createPeople(testApp(), 2)) as [Person, Person]
          await testApp().household(...people)
          const ingredient = await people[0].must(addIngredient, { body: { name: 'Zorghum', defaultUnit: 'kg' } })
          const run = new Run(people, ingredient.id)
          for (const act of history) await run.step(act)
          await run.check()
          expect(await brokenInvariants(testApp().server.database)).toEqual([])
        }),
        // Leaves time to shrink a failing example.
        { numRuns: runs, seed, interruptAfterTimeLimit: longest - 15_000 },
      )
      expect(counted.undone).toBeGreaterThan(runs)
      expect(counted.blocked).toBeGreaterThan(runs)
    },
    longest,
  )
})
