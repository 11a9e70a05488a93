import type { ShoppingItem } from '#domains/shopping/contract/index.ts'
import {
  buildAdd,
  buildCheck,
  buildClear,
  buildEdit,
  buildIncrement,
  buildMove,
  buildRemovalUndo,
  buildRemove,
  type ListChange,
} from '#domains/shopping/rules/list-changes.ts'
import { type AddedRow, intentAfterRefusal, intentAfterReply, type ListIntent } from '#domains/shopping/rules/list-intent.ts'
import { openConnectivity } from '#platform/web/sync/connectivity.ts'
import type { Clock } from '#platform/web/sync/device-clock.ts'
import type { ReadyRequest } from '#platform/web/sync/operation.ts'
import { openOutbox } from '#platform/web/sync/outbox.ts'
import type { Outbox, TabChannel } from '#platform/web/sync/outbox-interface.ts'
import { memoryStore, type OutboxStore } from '#platform/web/sync/outbox-store.ts'
import { runSender, type SendOutcome } from '#platform/web/sync/sender.ts'
import { type ListCopy, ListReplica } from '#tests/offline/list-replica.ts'
import { addAllAddress, otherList } from '#tests/offline/model-server.ts'
import type { Random } from '#tests/support/data/random.ts'

/** The server as devices see it: requests with a key, the list, and changes of rows. */
export interface ListServer {
  /** Responds like the endpoint. `status` is never 0. */
  handle(user: number, key: string, request: ReadyRequest): Promise<{ status: number; code?: string; seq: number | null; reply: unknown }>
  read(user: number): Promise<ListCopy>
  onNews(listener: (news: ListNews) => void): void
}

/** The rows that a change wrote, and the ids of those that have left the list. */
export interface ListNews {
  readonly seq: number
  readonly rows: readonly ShoppingItem[]
  readonly removed: readonly string[]
}

/** A simulated clock that advances when nothing is left to do at the current time. */
export class SimulatedClock implements Clock {
  private time = 1_000_000
  private tasks: { at: number; order: number; work: () => void }[] = []
  private made = 0
  private readonly busy = new Set<Promise<unknown>>()
  private readonly failures: unknown[] = []

  now = () => this.time

  schedule = (ms: number, work: () => void) => {
    this.made += 1
    const task = { at: this.time + Math.max(0, ms), order: this.made, work }
    let place = this.tasks.length
    while (place > 0 && isAfter(this.tasks[place - 1], task)) place -= 1
    this.tasks.splice(place, 0, task)
    return () => {
      const at = this.tasks.indexOf(task)
      if (at >= 0) this.tasks.splice(at, 1)
    }
  }

  /** Stops the clock until `work` is done. If it fails, `run` throws its error, even if the caller ignores the promise. */
  wait<T>(work: Promise<T>): Promise<T> {
    this.busy.add(work)
    work.then(
      () => this.busy.delete(work),
      (error: unknown) => {
        this.busy.delete(work)
        this.failures.push(error)
      },
    )
    return work
  }

  /** Runs everything scheduled before `until`. Throws the first error of what the clock waited for. */
  async run(until: number): Promise<void> {
    for (;;) {
      do {
        await new Promise((resolve) => setImmediate(resolve))
        await Promise.allSettled(this.busy)
      } while (this.busy.size > 0)
      if (this.failures.length > 0) throw this.failures[0]
      const next = this.tasks[0]
      if (!next || next.at > until) break
      this.tasks.shift()
      this.time = Math.max(this.time, next.at)
      next.work()
    }
    this.time = Math.max(this.time, until)
  }
}

const isAfter = (a: { at: number; order: number } | undefined, b: { at: number; order: number }) =>
  a !== undefined && (a.at > b.at || (a.at === b.at && a.order > b.order))

/** The faults of a device's network. */
export interface NetworkFaults {
  isDown: boolean
  /** Shares of requests. */
  lost: number
  answerLost: number
  doubled: number
  portal: number
  busy: number
  slowestMs: number
}

const timeoutMs = 15_000
/** Longer than reading the list takes on a working network. */
const readMs = 60_000
const noAnswer = new Error('no answer')

/** One tab, set up like `platform/web/sync/sync-session.ts` in a browser. */
class Tab {
  readonly outbox: Outbox
  readonly replica: ListReplica
  private readonly sender: ReturnType<typeof runSender> | null
  private readonly device: Device

  constructor(device: Device, isLeader: boolean) {
    this.device = device
    const { clock, random } = device
    this.outbox = openOutbox({
      user: `user ${device.user}`,
      store: device.store,
      tabChannel: device.openTabChannel(),
      clock: clock,
      newId: random.uuid,
    })
    const connectivity = openConnectivity({ read: () => null, write: () => {} }, clock)
    this.replica = new ListReplica({ outbox: this.outbox, clock, device, isLeader, onChange: () => device.look(this) })
    this.replica.start()
    this.sender = isLeader
      ? runSender({
          outbox: this.outbox,
          connectivity,
          send: (mutation, request) => device.send(mutation.id, request),
          kindOf: async () => ({ answered: intentAfterReply, settled: intentAfterRefusal }),
          isMember: async () => true,
          clock: clock,
          random: random.share,
        })
      : null
  }

  view = (): readonly ShoppingItem[] | null => this.replica.view()
  /** Returns whether a waiting change hides the row. */
  hides = (id: string): boolean => this.replica.hides(id)
  wake(): void {
    this.sender?.wake()
    void this.replica.pull()
  }
  receive(news: ListNews): void {
    this.replica.receive(news)
  }
  /** Crashes the tab: nothing more is sent or stored. */
  async die(): Promise<void> {
    this.sender?.stop()
    this.replica.close()
    await this.outbox.close(false)
    this.device.forgetTab(this)
  }
}

/** A phone with storage, a network, and one or two tabs. */
export class Device {
  readonly store: OutboxStore = memoryStore(true)
  /** The stored copy of the household. */
  copy: ListCopy | null = null
  readonly clock: SimulatedClock
  readonly random: Random
  readonly user: number
  faults: NetworkFaults = { isDown: false, lost: 0, answerLost: 0, doubled: 0, portal: 0, busy: 0, slowestMs: 40 }
  tabs: Tab[] = []
  /** Keys of all changes made here, each with the key it undoes or null; without changes undone before they were sent. */
  readonly changes = new Map<string, string | null>()
  private readonly restoredRows = new Set<string>()
  /** Additions whose row was shown long enough to be read. */
  private readonly additions = new Set<string>()
  /** When a removal was last undone before it was sent. A row that another tab still has may then reappear under another id. */
  private undoneAt = -1
  /** Rows that reappeared after they were deleted. */
  readonly resurrected = new Set<string>()
  private readonly server: ListServer
  private readonly listeners = new Set<(message: unknown) => void>()
  /** For each tab, the rows it has shown, and those it has seen disappear for good. */
  private readonly seen = new Map<Tab, { watched: Set<string>; missed: Set<string> }>()
  private dead: ReadonlySet<string> = new Set()

  constructor(clock: SimulatedClock, random: Random, server: ListServer, user: number) {
    this.clock = clock
    this.random = random
    this.server = server
    this.user = user
    server.onNews((news) => this.receiveNews(news))
  }

  start(tabs: number): void {
    this.tabs = Array.from({ length: tabs }, (_, at) => new Tab(this, at === 0))
  }

  async restart(tabs: number): Promise<void> {
    const before = this.tabs
    this.tabs = []
    await Promise.all(before.map((tab) => tab.die()))
    this.start(tabs)
  }

  restoreNetwork(): void {
    this.faults = { isDown: false, lost: 0, answerLost: 0, doubled: 0, portal: 0, busy: 0, slowestMs: 40 }
    for (const tab of this.tabs) tab.wake()
  }

  /** Sets the rows that the server has deleted for good. */
  setDead(ids: ReadonlySet<string>): void {
    this.dead = ids
  }

  /** Records which rows the tab no longer shows, and which of the deleted ones reappear. */
  look(tab: Tab): void {
    const rows = tab.replica.rows()
    const { watched, missed } = this.seen.get(tab) ?? { watched: new Set<string>(), missed: new Set<string>() }
    this.seen.set(tab, { watched, missed })
    const shown = new Set(rows.map(({ id }) => id))
    for (const id of watched) {
      if (shown.has(id) || !this.dead.has(id)) continue
      // Skips rows hidden by a pending removal: a person may have restored them before they were deleted.
      if (tab.hides(id)) continue
      watched.delete(id)
      missed.add(id)
    }
    for (const item of rows) {
      const { id } = item
      if (!missed.has(id)) watched.add(id)
      else if (this.dead.has(id)) {
        if (this.undoneAt === this.clock.now() || this.isOwnAddition(tab, id) || this.isLeftByClearing(tab, item)) {
          missed.delete(id)
          watched.add(id)
        } else if (!this.restoredRows.has(id)) this.resurrected.add(id)
      }
    }
  }
  /**
   * Returns whether it appears for the first time as the row of an addition made here. If it was deleted meanwhile, the next read says so.
   */
  private isOwnAddition(tab: Tab, id: string): boolean {
    const news = this.partsOf(tab, id).filter((name) => !this.additions.has(name))
    for (const name of news) this.clock.schedule(readMs, () => void this.additions.add(name))
    return news.length > 0
  }
  /**
   * Returns whether a clearing made here took it for checked though another person had unchecked it. The next read says what became of it.
   */
  private isLeftByClearing = (tab: Tab, { id, isChecked }: Pick<ShoppingItem, 'id' | 'isChecked'>): boolean =>
    !isChecked &&
    tab.outbox.pending().some(({ intent }) => {
      const { do: what, ids } = intent as { do: string; ids?: readonly string[] }
      return what === 'clear' && ids?.includes(id) === true
    })
  /** Returns the ids under which a row or parts of it were added here: its own if the server created a new row. */
  private partsOf = (tab: Tab, id: string): string[] =>
    tab.outbox.pending().flatMap(({ intent }) => {
      const change = intent as ListIntent
      const rows = change.do === 'row' ? [change] : change.do === 'rows' ? change.rows : []
      return rows.flatMap(({ item, as, isNew }) => (item.id === id && (as || isNew) ? [as?.id ?? id] : []))
    })
  forgetTab(tab: Tab): void {
    this.seen.delete(tab)
  }

  /** Makes a random change, based on what this tab shows. */
  async act(): Promise<void> {
    const tab = this.random.pick(this.tabs)
    const view = tab?.view()
    if (!tab || !view) return
    const now = new Date(this.clock.now()).toISOString()
    const row = this.random.pick(view)
    const roll = this.random.share()
    const add = (change: ListChange, after: string | null = null) => {
      const { id } = tab.outbox.add({ ...change, household: 'home', kind: 'shopping', after })
      this.changes.set(id, after)
      return id
    }
    if (roll > 0.96) {
      const rows = ['Milk', 'Rice', 'Leeks'].map((name): AddedRow => {
        const id = this.random.uuid()
        return { id, name, ingredientId: null, quantity: 2, unit: 'each', category: 'Other', priority: 'medium', at: now }
      })
      const body = { rows: rows.map(({ id, name }) => ({ id, ingredientName: name, suggestedQuantity: 2, unit: 'each' })) }
      const request = { method: 'POST', address: addAllAddress, body } as const
      add({ words: 'Add the ingredients of Soup', intent: { do: 'add-all', recipeId: 'soup', rows }, request })
    } else if (!row || roll < 0.3) {
      const name = this.random.pick(['Milk', 'Eggs', 'Bread', 'Rice', 'Soap', 'Beans', 'Tea', 'Salt']) ?? 'Milk'
      const unit = this.random.pick(['each', 'each', 'kg', 'g'] as const) ?? 'each'
      add(
        buildAdd(
          this.random.uuid(),
          { name, quantity: 1 + this.random.below(3), unit, category: 'Other', listId: roll < 0.05 ? otherList.id : null },
          now,
        ),
      )
    } else if (roll < 0.6) add(buildCheck(row, !row.isChecked, now))
    else if (roll < 0.63) add(buildEdit(row, { note: roll < 0.62 ? 'the red one' : '' }))
    else if (roll < 0.66) add(buildEdit(row, { storeIds: roll < 0.65 ? [roll < 0.64 ? 'market' : 'bakery'] : [] }))
    else if (roll < 0.7) add(buildMove(row, row.listId === null ? otherList.id : null, otherList.name))
    else if (roll < 0.78) add(buildIncrement(row))
    else if (roll < 0.88) {
      const change = buildRemove(row)
      const id = add(change)
      if (this.random.share() < 0.4) await this.undoChange(tab, id, change, [row], add)
    } else if (roll < 0.95) {
      const checked = view.filter(({ isChecked }) => isChecked)
      if (checked.length > 0) {
        const change = buildClear(checked)
        const id = add(change)
        if (this.random.share() < 0.4) await this.undoChange(tab, id, change, checked, add)
      }
    } else add(buildCheck(row, true, now))
  }

  private async undoChange(
    tab: Tab,
    id: string,
    change: ListChange,
    items: readonly ShoppingItem[],
    add: (change: ListChange, after: string) => string,
  ) {
    for (const item of items) this.restoredRows.add(item.id)
    this.undoneAt = this.clock.now()
    if (await tab.outbox.withdraw(id)) this.changes.delete(id)
    else add(buildRemovalUndo(change.words, items), id)
  }

  private delay = () => this.random.share() ** 3 * this.faults.slowestMs

  /** Sends a request, which may be lost, repeated, delayed or answered by another server. */
  send(key: string, request: ReadyRequest): Promise<SendOutcome> {
    const { isDown, lost, answerLost, doubled, portal, busy } = this.faults
    return new Promise((answer) => {
      const resolve = (verdict: SendOutcome) => {
        stopWaiting()
        answer(verdict)
      }
      const silent = (ms: number) => this.clock.schedule(ms, () => resolve({ outcome: 'silent' }))
      const stopWaiting = silent(timeoutMs)
      if (isDown) return void (this.random.share() < 0.5 && silent(1))
      const roll = this.random.share()
      if (roll < portal) return void silent(20)
      if (roll < portal + busy) return void silent(30)
      if (this.random.share() < lost) return
      const arrive = async (isFirst: boolean) => {
        const answer = await this.clock.wait(this.server.handle(this.user, key, request))
        if (!isFirst || this.faults.isDown || this.random.share() < answerLost) return
        const { status, code = '', seq, reply } = answer
        this.clock.schedule(this.delay(), () =>
          resolve(status < 300 ? { outcome: 'done', seq, reply } : { outcome: 'refused', refusal: { status, code, sentence: code } }),
        )
      }
      this.clock.schedule(this.delay(), () => void arrive(true))
      // A copy that the network may deliver much later.
      if (this.random.share() < doubled) this.clock.schedule(this.delay() * 10, () => void arrive(false))
    })
  }

  readList(): Promise<ListCopy> {
    return new Promise((answer, reject) => {
      const fail = (ms: number) =>
        this.clock.schedule(ms, () => {
          stopWaiting()
          reject(noAnswer)
        })
      const stopWaiting = fail(timeoutMs)
      const resolve = (list: ListCopy) => {
        stopWaiting()
        answer(list)
      }
      if (this.faults.isDown || this.random.share() < this.faults.lost + this.faults.portal) return void fail(5)
      this.clock.schedule(this.delay(), () => {
        void this.clock.wait(this.server.read(this.user)).then((answer) => {
          if (!this.faults.isDown) this.clock.schedule(this.delay(), () => resolve(answer))
        })
      })
    })
  }

  private nextNews = 0
  private receiveNews(news: ListNews): void {
    if (this.faults.isDown) return
    // In order, as in a stream. A reconnecting device reads again.
    this.nextNews = Math.max(this.nextNews, this.clock.now() + this.delay() / 10)
    this.clock.schedule(this.nextNews - this.clock.now(), () => {
      if (this.faults.isDown) return
      for (const tab of this.tabs) tab.receive(news)
    })
  }

  openTabChannel(): TabChannel {
    let own: ((message: unknown) => void) | null = null
    const listeners = this.listeners
    return {
      send: (message) => {
        for (const receive of listeners) if (receive !== own) queueMicrotask(() => listeners.has(receive) && receive(message))
      },
      listen(listener) {
        own = listener
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      close: () => void (own && listeners.delete(own)),
    }
  }
}
