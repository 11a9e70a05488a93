import { pendingChanges } from '#app/screens/pending-changes.ts'
import { replyHandlers } from '#app/screens/reply-handlers.ts'
import { listHouseholds } from '#domains/households/contract/index.ts'
import { columnsToRows } from '#platform/shared/columns-to-rows.ts'
import { type LocalTable, localTable, type Row } from '#platform/shared/local-tables.ts'
import { openConnectivity } from '#platform/web/sync/connectivity.ts'
import { type Delta, HouseholdTables, joinDeltas } from '#platform/web/sync/household-tables.ts'
import { MutationsToApply } from '#platform/web/sync/mutations-to-apply.ts'
import type { CopyState, PendingMutation, ReadyRequest } from '#platform/web/sync/operation.ts'
import { openOutbox } from '#platform/web/sync/outbox.ts'
import { type NewOperation, type Outbox, silentTabChannel } from '#platform/web/sync/outbox-interface.ts'
import { memoryStore, type OutboxStore } from '#platform/web/sync/outbox-store.ts'
import { runSender, type Sender, type SendOutcome } from '#platform/web/sync/sender.ts'
import type { NetworkFaults, SimulatedClock } from '#tests/offline/devices.ts'
import type { Random } from '#tests/support/data/random.ts'
import { day } from './random-writes.ts'
import { PullRefused, SyncedCopy } from './synced-copy.ts'
import type { Person, TestApp } from './test-app.ts'

/** A change that the server carried out, the first time that it did. */
export interface CarriedOut {
  readonly user: string
  readonly mutation: PendingMutation
  readonly reply: unknown
  /** Its change number; null if it changed nothing. */
  readonly seq: number | null
}

/** What happened at the server, of all devices. */
export interface ServerRecord {
  /** In the server's order. */
  readonly done: CarriedOut[]
  /** The last response to each change; empty if it was refused. */
  readonly answered: Map<string, string>
  /** Kinds of refused changes with the code. */
  readonly refusals: Set<string>
}

export const goodNetwork: NetworkFaults = { isDown: false, lost: 0, answerLost: 0, doubled: 0, portal: 0, busy: 0, slowestMs: 40 }

interface DeviceOptions {
  testApp: TestApp
  person: Person
  clock: SimulatedClock
  random: Random
  record: ServerRecord
  /** Called with the tables of which an increment had rows. */
  onReceived: (tables: Iterable<string>) => void
}

/** A phone with the browser's outbox, sender and tables, on a faulty network to the real server. */
export class OfflineDevice {
  faults = goodNetwork
  /** All changes made here that weren't withdrawn, each with the one that it undoes or null. */
  readonly made = new Map<string, string | null>()
  readonly person: Person
  readonly #options: DeviceOptions
  readonly #store: OutboxStore = memoryStore(true)
  /** What is on the disk. */
  #copy = new SyncedCopy()
  #askedAt = 0
  #outbox: Outbox | null = null
  #tables = new HouseholdTables()
  #unread = new MutationsToApply()
  #sender: Sender | null = null
  #isPulling = false

  constructor(options: DeviceOptions) {
    this.#options = options
    this.person = options.person
  }

  get outbox(): Outbox {
    if (!this.#outbox) throw new Error('the device is off')
    return this.#outbox
  }
  get tables(): HouseholdTables {
    return this.#tables
  }
  get isReady(): boolean {
    return this.#outbox !== null && this.#copy.seq !== undefined
  }
  get household(): string {
    return this.person.home ?? ''
  }

  start(): void {
    const { clock, random, person } = this.#options
    this.#tables = new HouseholdTables()
    this.#unread = new MutationsToApply()
    const outbox = openOutbox({ user: person.userId, store: this.#store, tabChannel: silentTabChannel, clock, newId: random.uuid })
    this.#outbox = outbox
    outbox.watch(() => void clock.wait(this.#showPending()))
    if (this.#copy.seq !== undefined) this.#tables.replace(this.#copy.content(), [])
    this.#sender = runSender({
      outbox,
      connectivity: openConnectivity({ read: () => null, write: () => {} }, clock),
      send: (mutation, request) => this.#send(mutation, request),
      kindOf: async (kind) => clock.wait(replyHandlers[kind]?.() ?? Promise.resolve(null)),
      isMember: async (household) => (await clock.wait(this.#readHouseholds())).includes(household),
      clock,
      random: random.share,
    })
  }

  /** Ends the page at once; what is stored stays. */
  async crash(): Promise<void> {
    this.#sender?.stop()
    await this.#outbox?.close(false)
    this.#outbox = null
  }

  wake(): void {
    this.#sender?.wake()
    void this.#options.clock.wait(this.pull())
  }

  add(operation: Omit<NewOperation, 'household'>): string {
    const { id } = this.outbox.add({ ...operation, household: this.household })
    this.made.set(id, operation.after ?? null)
    return id
  }

  /** Withdraws a change, or queues `undo` after it if it may have been sent. */
  async undo(id: string, undo: Omit<NewOperation, 'household' | 'after'>): Promise<void> {
    if (await this.outbox.withdraw(id)) this.made.delete(id)
    else this.add({ ...undo, after: id })
  }

  /** Asks the server for what changed, over the same network. */
  async pull(): Promise<void> {
    const { clock, random, person, onReceived } = this.#options
    if (this.#isPulling || !this.#outbox || this.faults.isDown || random.share() < this.faults.lost) return
    this.#isPulling = true
    const [outbox, askedAt] = [this.#outbox, clock.now()]
    try {
      const frames = await clock.wait(this.#copy.pull(person).catch(nullIfRefused))
      if (this.#outbox !== outbox) return
      if (!frames) {
        const households = await clock.wait(this.#readHouseholds())
        if (households.includes(this.household)) throw new Error('a member’s pull was refused')
        return await outbox.keepOnly(households)
      }
      this.#askedAt = askedAt
      const [begin] = frames
      if (begin?.type === 'begin' && begin.isSnapshot) this.#tables.replace(this.#copy.content(), this.#pending())
      else {
        let delta: Delta = {}
        for (const frame of frames) {
          if (frame.type === 'rows') delta = joinDeltas(delta, { [frame.table]: frame })
          if (frame.type === 'columns') delta = joinDeltas(delta, { [frame.table]: { rows: columnsToRows(frame.columns), removed: [] } })
        }
        onReceived(Object.keys(delta))
        this.#tables.receive(delta, this.#pending())
      }
      void outbox.dropRead(this.household, this.#copyState())
    } finally {
      this.#isPulling = false
    }
  }

  /** The rows that this device shows, by table. */
  shown(names: readonly string[]): Record<string, readonly Row[]> {
    const rows = names.map((name) => [name, this.#tables.rows(localTable(name) as LocalTable<Row>)] as const)
    return Object.fromEntries(rows.filter(([, some]) => some.length > 0).map(([name, some]) => [name, some.toSorted(byId)]))
  }

  /** Returns the ids of the person's households. Once the membership has ended, drops the copy, in place of `replicateHousehold`. */
  async #readHouseholds(): Promise<string[]> {
    const ids = (await this.person.must(listHouseholds)).map(({ id }) => id)
    if (ids.includes(this.household)) return ids
    this.made.clear()
    this.#copy = new SyncedCopy()
    this.#unread.clear()
    this.#tables.replace({}, [])
    return ids
  }

  #copyState = (): CopyState => ({ seq: this.#copy.seq ?? 0, askedAt: this.#askedAt, now: this.#options.clock.now() })

  #pending = () =>
    this.#unread
      .toApply(this.outbox.pending(), this.#copyState())
      .flatMap(({ mutation, isRead }) => pendingChanges[mutation.kind]?.(mutation, day(0), isRead) ?? [])

  async #showPending(): Promise<void> {
    if (this.isReady) this.#tables.setPending(this.#pending())
  }

  #delay = () => this.#options.random.share() ** 3 * this.faults.slowestMs

  /** Sends a request, which may be lost, repeated or delayed, or whose response may be. */
  #send(mutation: PendingMutation, request: ReadyRequest): Promise<SendOutcome> {
    const { clock, random } = this.#options
    const { isDown, lost, answerLost, doubled } = this.faults
    return new Promise((answer) => {
      const stopWaiting = clock.schedule(15_000, () => answer({ outcome: 'silent' }))
      if (isDown || random.share() < lost) return
      const arrive = async (isFirst: boolean) => {
        const outcome = await clock.wait(this.#handle(mutation, request))
        if (!isFirst || this.faults.isDown || random.share() < answerLost) return
        clock.schedule(this.#delay(), () => {
          stopWaiting()
          answer(outcome)
        })
      }
      clock.schedule(this.#delay(), () => void clock.wait(arrive(true)))
      if (random.share() < doubled) clock.schedule(this.#delay() * 10, () => void clock.wait(arrive(false)))
    })
  }

  async #handle(mutation: PendingMutation, { method, address, body, ifMatch }: ReadyRequest): Promise<SendOutcome> {
    const { testApp, person, record } = this.#options
    const answer = await testApp.inject({
      method,
      url: address,
      headers: {
        authorization: `Bearer ${person.token}`,
        'x-household-id': mutation.household,
        'idempotency-key': mutation.id,
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const { status, text, headers } = answer
    if (status >= 500) throw new Error(`${method} ${address} answered ${status}: ${text}`)
    const done = record.done.find((one) => one.mutation.id === mutation.id)
    if (status < 300) {
      const seq = headers['x-change-seq'] === undefined ? null : Number(headers['x-change-seq'])
      if (!done) record.done.push({ user: person.userId, mutation, reply: answer.body, seq })
      else if (done.seq !== seq) throw new Error(`${method} ${address} was carried out as change ${done.seq} and again as ${seq}`)
      record.answered.set(mutation.id, text)
      return { outcome: 'done', seq, reply: answer.body }
    }
    if (!done) record.answered.set(mutation.id, '')
    const { code = '' } = answer.body as { code?: string }
    record.refusals.add(`${mutation.kind} ${code}`)
    return { outcome: 'refused', refusal: { status, code, sentence: text } }
  }
}

function nullIfRefused(error: unknown): null {
  if (error instanceof PullRefused) return null
  throw error
}

const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1)
