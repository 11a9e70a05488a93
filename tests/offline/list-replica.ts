import type { ShoppingItem } from '#domains/shopping/contract/index.ts'
import { type ListRow, localList, namedListTable, shoppingRowTable } from '#domains/shopping/rules/local-list.ts'
import { listChange } from '#domains/shopping/web/api/pending-list-changes.ts'
import type { Clock } from '#platform/web/sync/device-clock.ts'
import { type Delta, HouseholdTables, joinDeltas, type TablesUpdate } from '#platform/web/sync/household-tables.ts'
import { MutationsToApply } from '#platform/web/sync/mutations-to-apply.ts'
import { type CopyState, isMissingFromCopy, type PendingMutation } from '#platform/web/sync/operation.ts'
import type { Outbox } from '#platform/web/sync/outbox-interface.ts'
import type { ListNews } from './devices.ts'
import { otherList } from './model-server.ts'

/** The list up to a change. */
export interface ListCopy {
  readonly seq: number
  readonly items: readonly ShoppingItem[]
}

interface ListReplicaOptions {
  outbox: Outbox
  clock: Clock
  device: { copy: ListCopy | null; readList(): Promise<ListCopy> }
  /** Stores the copy. */
  isLeader: boolean
  onChange: () => void
}

const maxInFlightMs = 1_000
const signalMs = 300
const retryMs = 5_000

/** Does with the list what `HouseholdReplica` does with a household, on a simulated clock and network. */
export class ListReplica {
  readonly #options: ListReplicaOptions
  readonly #tables = new HouseholdTables()
  readonly #unread = new MutationsToApply()
  readonly #stops: (() => void)[]
  #seq: number | null = null
  #askedAt = 0
  #news: ListNews[] = []
  #isWaiting = false
  #isPulling = false
  #mustPullAgain = false
  #isOpen = true

  constructor(options: ListReplicaOptions) {
    this.#options = options
    this.#stops = [this.#tables.watch(() => options.onChange()), options.outbox.watch(() => this.#onOutboxChange())]
  }

  start(): void {
    const { copy } = this.#options.device
    if (copy) this.#apply(copy)
    void this.pull()
  }

  rows = (): readonly ListRow[] => this.#tables.rows(shoppingRowTable)
  view = (): ShoppingItem[] | null => (this.#seq === null ? null : localList(this.#tables, '2026-01-01', 'all').items)

  /** Returns whether a row is on the list without the changes that wait. */
  hides(id: string): boolean {
    const sent = new HouseholdTables()
    sent.replace(
      this.#tables.content(),
      this.#changes(this.#seq ?? 0, ({ state }) => state !== 'waiting'),
    )
    return sent.get(shoppingRowTable, id) !== undefined
  }

  async pull(): Promise<void> {
    this.#mustPullAgain = this.#isPulling
    if (this.#isPulling || !this.#isOpen) return
    this.#isPulling = true
    try {
      const askedAt = this.#options.clock.now()
      const copy = await this.#options.device.readList()
      if (this.#isSending()) await new Promise<void>((resolve) => void this.#options.clock.schedule(maxInFlightMs, resolve))
      if (!this.#isOpen) return
      this.#askedAt = askedAt
      this.#apply(copy)
    } catch {
      this.#options.clock.schedule(retryMs, () => void this.pull())
    } finally {
      this.#isPulling = false
    }
    this.#receiveAll()
    if (this.#mustPullAgain) void this.pull()
  }

  receive(news: ListNews): void {
    this.#news.push(news)
    if (!this.#isSending()) this.#receiveAll()
    else if (!this.#isWaiting) {
      this.#isWaiting = true
      this.#options.clock.schedule(maxInFlightMs, () => this.#receiveAll())
    }
  }

  close(): void {
    this.#isOpen = false
    for (const stop of this.#stops) stop()
  }

  #isSending = () => this.#options.outbox.pending().some(({ state, tried }) => state === 'waiting' && tried)

  #copyState = (seq: number): CopyState => ({ seq, askedAt: this.#askedAt, now: this.#options.clock.now() })

  #changes(readSeq: number, isWanted: (mutation: PendingMutation) => boolean = () => true): TablesUpdate[] {
    const mutations = this.#unread.toApply(this.#options.outbox.pending(), this.#copyState(readSeq))
    return mutations.flatMap(({ mutation, isRead }) => (isWanted(mutation) ? [listChange(mutation, isRead)] : []))
  }

  #apply(pulled: ListCopy): void {
    let { seq } = pulled
    let delta: Delta = { [shoppingRowTable.name]: { rows: pulled.items, removed: [] } }
    for (const one of this.#news) {
      if (one.seq !== seq + 1) continue
      seq = one.seq
      delta = joinDeltas(delta, { [shoppingRowTable.name]: one })
    }
    this.#seq = seq
    const rows = { [shoppingRowTable.name]: delta[shoppingRowTable.name]?.rows ?? [], [namedListTable.name]: [otherList] }
    this.#tables.replace(rows, this.#changes(seq))
    this.#store()
  }

  #receiveAll(): void {
    this.#isWaiting = false
    const all = this.#news
    if (!this.#isPulling) this.#news = []
    for (const { seq, rows, removed } of all) {
      if (!this.#isOpen || this.#seq === null || seq <= this.#seq) continue
      if (seq > this.#seq + 1) return void this.pull()
      this.#seq = seq
      this.#tables.receive({ [shoppingRowTable.name]: { rows, removed } }, this.#changes(seq))
      this.#store()
    }
  }

  #store(): void {
    const { isLeader, device, outbox } = this.#options
    if (!isLeader || this.#seq === null) return
    device.copy = { seq: this.#seq, items: (this.#tables.content()[shoppingRowTable.name] ?? []) as ShoppingItem[] }
    void outbox.dropRead('home', this.#copyState(this.#seq))
  }

  #onOutboxChange(): void {
    if (this.#seq === null) return
    this.#tables.setPending(this.#changes(this.#seq))
    if (this.#isBehind()) this.#options.clock.schedule(signalMs, () => void (this.#isBehind() && this.pull()))
    if (!this.#isSending()) this.#receiveAll()
  }

  /** Whether a change was sent that the copy doesn't include. */
  #isBehind = (): boolean =>
    this.#options.outbox.pending().some((one) => one.state === 'sent' && isMissingFromCopy(one, this.#copyState(this.#seq ?? 0)))
}
