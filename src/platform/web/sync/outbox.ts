import { type Clock, deviceClock } from './device-clock.ts'
import type { CopyState, PendingMutation, Refusal } from './operation.ts'
import { isExpired } from './operation.ts'
import {
  type Later,
  type NewOperation,
  type Outbox,
  type Outcome,
  type Settlement,
  silentTabChannel,
  type TabChannel,
} from './outbox-interface.ts'
import type { OutboxStore } from './outbox-store.ts'

const membershipOverSentence = /*i18n*/ 'You’re no longer a member of this household.'
export const membershipOver: Refusal = { status: 404, code: 'membership_over', sentence: membershipOverSentence }

interface OutboxOptions {
  user: string
  store: OutboxStore
  tabChannel?: TabChannel
  clock?: Clock
  newId: () => string
}

/** Opens a person's outbox and starts reading the stored operations. */
export const openOutbox = (options: OutboxOptions): Outbox => new DeviceOutbox(options)

class DeviceOutbox implements Outbox {
  readonly user: string
  readonly ready: Promise<void>
  readonly #store: OutboxStore
  readonly #tabChannel: TabChannel
  readonly #now: () => number
  readonly #newId: () => string
  readonly #stopListening: () => void
  readonly #unsaved = new Map<string, PendingMutation>()
  readonly #saving = new Map<string, Promise<void>>()
  readonly #waiters = new Map<string, (outcome: Outcome) => void>()
  readonly #watchers = new Set<() => void>()
  #list: readonly PendingMutation[] = []
  /** Unsent operations of households the person left. Kept in memory only. */
  #orphans: readonly PendingMutation[] = []
  #shown: readonly PendingMutation[] = []
  #isOpen = true
  #isRead = false
  /** Incremented by each local change, so that a read overtaken by one is repeated. */
  #edits = 0
  #reading: Promise<void> | null = null
  #mustReread = false
  /** Notifies the watchers now; null unless they are to be notified later. */
  #notifyNow: (() => void) | null = null

  constructor({ user, store, tabChannel = silentTabChannel, clock = deviceClock, newId }: OutboxOptions) {
    this.user = user
    this.#store = store
    this.#tabChannel = tabChannel
    this.#now = () => clock.now()
    this.#newId = newId
    this.ready = this.#open().catch(() => {})
    this.#stopListening = tabChannel.listen((message) => void (message === 'changed' && this.#reread()))
  }

  isRead() {
    return this.#isRead
  }

  pending() {
    return this.#shown
  }

  isDurable() {
    return this.#store.isDurable()
  }

  add(operation: NewOperation, later?: Later) {
    const id = operation.id ?? this.#newId()
    const mutation: PendingMutation = {
      after: null,
      ...operation,
      id,
      user: this.user,
      at: new Date(this.#now()).toISOString(),
      order: Number.POSITIVE_INFINITY,
      state: 'waiting',
      tried: false,
      seq: null,
      settledAt: null,
      refusal: null,
      isLasting: false,
    }
    const ended = new Promise<Outcome>((resolve) => this.#waiters.set(id, resolve))
    this.#unsaved.set(id, mutation)
    if (later) this.#notifyNow ??= later(() => this.#notify())
    this.#change([...this.#list, mutation])
    if (!later) this.#notifyNow?.()
    const saving = this.#save(mutation).finally(() => this.#saving.delete(id))
    this.#saving.set(id, saving)
    return { id, stored: saving.catch(() => {}), ended }
  }

  async withdraw(id: string) {
    await this.#saving.get(id)
    let isRemoved = false
    await this.#edit(id, (mutation) => {
      isRemoved = mutation.state === 'waiting' && !mutation.tried
      return isRemoved ? null : mutation
    })
    if (isRemoved) {
      this.#replace(id, null)
      this.#end(id, { state: 'void' })
      this.#notifyTabs()
    }
    return isRemoved
  }

  async markTried(id: string) {
    const next = await this.#edit(id, (mutation) =>
      mutation.tried || mutation.state !== 'waiting' ? mutation : { ...mutation, tried: true },
    )
    this.#replace(id, next)
    if (!next) this.#endSettledElsewhere()
    this.#notifyTabs()
    return next?.state === 'waiting' ? next : null
  }

  async settle(id: string, settlement: Settlement) {
    const settledAt = this.#now()
    const next = await this.#edit(id, (mutation) => {
      if (settlement.state === 'void') return null
      if (settlement.state === 'refused') return { ...mutation, state: 'refused', refusal: settlement.refusal, settledAt }
      const { seq, intent, isLasting } = settlement
      return { ...mutation, state: 'sent', seq, intent, isLasting, settledAt }
    })
    this.#replace(id, next)
    if (settlement.state === 'sent') this.#end(id, { state: 'sent', seq: settlement.seq, reply: settlement.reply })
    else this.#end(id, settlement.state === 'refused' ? { state: 'refused', refusal: settlement.refusal } : { state: 'void' })
    this.#notifyTabs()
  }

  async dismiss(ids: readonly string[]) {
    this.#orphans = this.#orphans.filter(({ id }) => !ids.includes(id))
    for (const id of ids) await this.#edit(id, (mutation) => (mutation.state === 'refused' ? null : mutation))
    this.#change(this.#list.filter((mutation) => mutation.state !== 'refused' || !ids.includes(mutation.id)))
    this.#notifyTabs()
  }

  async dropRead(household: string, copy: CopyState) {
    const isDone = (one: PendingMutation) => one.household === household && isExpired(one, this.#list, copy)
    const done = this.#list.filter(isDone).map(({ id }) => id)
    if (done.length === 0 || !this.#isOpen) return
    await this.#store.drop(done)
    this.#change(this.#list.filter(({ id }) => !done.includes(id)))
    this.#notifyTabs()
  }

  async forget(household: string) {
    const lost = this.#list.filter(
      (mutation) => mutation.household === household && mutation.state !== 'sent' && this.#orphans.every(({ id }) => id !== mutation.id),
    )
    this.#orphans = [
      ...this.#orphans,
      ...lost.map((mutation): PendingMutation => ({ ...mutation, state: 'refused', refusal: mutation.refusal ?? membershipOver })),
    ]
    await Promise.all([...this.#saving.values()])
    await this.#store.wipe(household)
    this.#change(this.#list.filter((mutation) => mutation.household !== household))
    for (const { id } of lost) this.#end(id, { state: 'refused', refusal: membershipOver })
    this.#notifyTabs()
  }

  async keepOnly(households: readonly string[]) {
    await this.ready
    for (const household of await this.#store.households()) if (!households.includes(household)) await this.forget(household)
  }

  watch(watcher: () => void) {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  async close(wipe: boolean) {
    this.#isOpen = false
    this.#stopListening()
    await Promise.all([...this.#saving.values()]).catch(() => {})
    if (wipe) await this.#store.wipe().catch(() => {})
    this.#store.close()
    this.#tabChannel.close()
  }

  async #open(): Promise<void> {
    const stored = await this.#store.open(this.user)
    if (!this.#isOpen) return
    this.#isRead = true
    this.#show(this.#withUnsaved(stored))
  }

  /** Reads the store after another tab has changed it, and again if a local change overtook the read. */
  #reread(): Promise<void> {
    if (this.#reading) {
      this.#mustReread = true
      return this.#reading
    }
    this.#reading = this.#readUntilCurrent()
      .catch(() => {})
      .finally(() => {
        this.#reading = null
        this.#endSettledElsewhere()
      })
    return this.#reading
  }

  async #readUntilCurrent(): Promise<void> {
    do {
      this.#mustReread = false
      const editsBefore = this.#edits
      const stored = await this.#store.all()
      if (!this.#isOpen) return
      if (editsBefore !== this.#edits) this.#mustReread = true
      else this.#show(this.#withUnsaved(stored))
    } while (this.#mustReread)
  }

  #withUnsaved(stored: readonly PendingMutation[]): PendingMutation[] {
    const ids = new Set(stored.map(({ id }) => id))
    return [...stored, ...[...this.#unsaved.values()].filter(({ id }) => !ids.has(id))]
  }

  async #save(mutation: PendingMutation): Promise<void> {
    await this.ready
    const order = await this.#store.put(mutation)
    this.#edits += 1
    this.#unsaved.delete(mutation.id)
    if (!this.#isOpen) return
    this.#show(inOrder(this.#list.map((other) => (other.id === mutation.id ? { ...other, order } : other))))
    this.#notifyTabs()
  }

  #find(id: string): PendingMutation | undefined {
    return this.#list.find((mutation) => mutation.id === id)
  }

  #edit(id: string, change: (mutation: PendingMutation) => PendingMutation | null): Promise<PendingMutation | null> {
    return this.#store.edit(id, change, this.#find(id))
  }

  #replace(id: string, next: PendingMutation | null): void {
    const list = this.#list
    this.#change(next ? list.map((mutation) => (mutation.id === id ? next : mutation)) : list.filter((mutation) => mutation.id !== id))
  }

  /** Shows the list after a local change. */
  #change(next: readonly PendingMutation[]): void {
    this.#edits += 1
    this.#show(next)
  }

  #show(next: readonly PendingMutation[]): void {
    this.#list = next
    this.#shown = this.#orphans.length > 0 ? [...next, ...this.#orphans] : next
    if (this.#notifyNow === null) this.#notify()
  }

  #notify(): void {
    this.#notifyNow = null
    for (const watcher of [...this.#watchers]) watcher()
  }

  #notifyTabs(): void {
    if (this.#isOpen) this.#tabChannel.send('changed')
  }

  #end(id: string, outcome: Outcome): void {
    this.#waiters.get(id)?.(outcome)
    this.#waiters.delete(id)
  }

  /** Settles the operations that another tab has finished. */
  #endSettledElsewhere(): void {
    for (const id of [...this.#waiters.keys()]) {
      const mutation = this.#find(id)
      if (!mutation) this.#end(id, { state: 'void' })
      else if (mutation.state === 'sent') this.#end(id, { state: 'sent', seq: mutation.seq })
      else if (mutation.refusal) this.#end(id, { state: 'refused', refusal: mutation.refusal })
    }
  }
}

const inOrder = (list: readonly PendingMutation[]) => list.toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order))
