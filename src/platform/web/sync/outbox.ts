import { type Clock, deviceClock } from './clock.ts'
import type { PendingMutation, Refusal } from './operation.ts'
import { type Outbox, type Outcome, silentTabChannel, type TabChannel } from './outbox-types.ts'
import { hasPendingUndo, isExpired, isStillReferenced } from './retention.ts'
import type { Store } from './store.ts'

const over = /*i18n*/ 'You’re no longer a member of this household.'
export const membershipOver: Refusal = { status: 404, code: 'membership_over', sentence: over }

interface Parts {
  user: string
  store: Store
  tabChannel?: TabChannel
  clock?: Clock
  newId: () => string
}

export function openOutbox({ user, store, tabChannel = silentTabChannel, clock: { now } = deviceClock, newId }: Parts): Outbox {
  let list: readonly PendingMutation[] = []
  /** Unsent operations of households the person left. Kept in memory only. */
  let orphans: readonly PendingMutation[] = []
  let isOpen = true
  let isRead = false
  /** Rejects replies of forgotten households that arrive late. */
  let isOurs = (_household: string) => true
  // Incremented by each local change, so that a read overtaken by one is repeated.
  let edits = 0
  const unsaved = new Map<string, PendingMutation>()
  const saving = new Map<string, Promise<void>>()
  const waiters = new Map<string, (ending: Outcome) => void>()
  const watchers = new Set<() => void>()
  let seen: readonly PendingMutation[] = list
  const show = (next: readonly PendingMutation[]) => {
    list = next
    seen = orphans.length > 0 ? [...list, ...orphans] : list
    for (const watcher of [...watchers]) watcher()
  }
  const tell = () => void (isOpen && tabChannel.send('changed'))

  const end = (id: string, ending: Outcome) => {
    waiters.get(id)?.(ending)
    waiters.delete(id)
  }
  /** Settles the operations that another tab has finished. */
  const endMissing = () => {
    for (const id of [...waiters.keys()]) {
      const mutation = list.find((one) => one.id === id)
      if (!mutation) end(id, { state: 'void' })
      else if (mutation.state === 'sent') end(id, { state: 'sent', seq: mutation.seq })
      else if (mutation.refusal) end(id, { state: 'refused', refusal: mutation.refusal })
    }
  }

  let reading: Promise<void> | null = null
  let readAgain = false
  const reread = (): Promise<void> => {
    if (reading) {
      readAgain = true
      return reading
    }
    reading = (async () => {
      do {
        readAgain = false
        const before = edits
        const kept = await store.all()
        if (!isOpen) return
        if (before !== edits) readAgain = true
        else show(together(kept))
      } while (readAgain)
    })()
      .catch(() => {})
      .finally(() => {
        reading = null
        endMissing()
      })
    return reading
  }
  const together = (kept: readonly PendingMutation[]) => {
    const known = new Set(kept.map(({ id }) => id))
    return [...kept.filter((mutation) => !isExpired(mutation, kept, now())), ...[...unsaved.values()].filter(({ id }) => !known.has(id))]
  }
  const ready = (async () => {
    const kept = await store.open(user)
    if (!isOpen) return
    await store.drop(kept.filter((mutation) => isExpired(mutation, kept, now())).map(({ id }) => id))
    isRead = true
    show(together(kept))
  })().catch(() => {})

  const stopListening = tabChannel.listen((message) => void (message === 'changed' && reread()))

  const edit = (id: string, change: (mutation: PendingMutation) => PendingMutation | null) =>
    store.edit(
      id,
      change,
      list.find((mutation) => mutation.id === id),
    )
  const patch = (id: string, next: PendingMutation | null) => {
    edits += 1
    show(next ? list.map((mutation) => (mutation.id === id ? next : mutation)) : list.filter((mutation) => mutation.id !== id))
  }

  async function save(mutation: PendingMutation): Promise<void> {
    await ready
    const order = await store.put(mutation)
    edits += 1
    unsaved.delete(mutation.id)
    if (!isOpen) return
    show(inOrder(list.map((one) => (one.id === mutation.id ? { ...one, order } : one))))
    tell()
  }

  async function forget(household: string): Promise<void> {
    const before = isOurs
    isOurs = (one) => one !== household && before(one)
    const lost = list.filter(
      (mutation) => mutation.household === household && mutation.state !== 'sent' && orphans.every(({ id }) => id !== mutation.id),
    )
    orphans = [
      ...orphans,
      ...lost.map((mutation): PendingMutation => ({ ...mutation, state: 'refused', refusal: mutation.refusal ?? membershipOver })),
    ]
    await Promise.all([...saving.values()])
    await store.wipe(household)
    edits += 1
    show(list.filter((mutation) => mutation.household !== household))
    for (const { id } of lost) end(id, { state: 'refused', refusal: membershipOver })
    tell()
  }

  return {
    user,
    ready,
    isRead: () => isRead,
    pending: () => seen,
    isDurable: store.isDurable,

    add(operation) {
      const id = operation.id ?? newId()
      const mutation: PendingMutation = {
        after: null,
        untilRead: false,
        ...operation,
        id,
        user,
        at: new Date(now()).toISOString(),
        order: Number.POSITIVE_INFINITY,
        state: 'waiting',
        tried: false,
        seq: null,
        settledAt: null,
        refusal: null,
        isLasting: false,
      }
      const ended = new Promise<Outcome>((resolve) => waiters.set(id, resolve))
      edits += 1
      unsaved.set(id, mutation)
      show([...list, mutation])
      saving.set(
        id,
        save(mutation).finally(() => saving.delete(id)),
      )
      return { id, ended }
    },

    async withdraw(id) {
      await saving.get(id)
      let done = false
      await edit(id, (mutation) => {
        done = mutation.state === 'waiting' && !mutation.tried
        return done ? null : mutation
      })
      if (done) {
        patch(id, null)
        end(id, { state: 'void' })
        tell()
      }
      return done
    },

    async markTried(id) {
      const next = await edit(id, (mutation) => (mutation.tried || mutation.state !== 'waiting' ? mutation : { ...mutation, tried: true }))
      patch(id, next)
      if (!next) endMissing()
      tell()
      return next?.state === 'waiting' ? next : null
    },

    async settle(id, how) {
      const settledAt = now()
      const next = await edit(id, (mutation) => {
        if (how.state === 'void') return null
        if (how.state === 'refused') return { ...mutation, state: 'refused', refusal: how.refusal, settledAt }
        return { ...mutation, state: 'sent', seq: how.seq, intent: how.intent, isLasting: how.isLasting, settledAt }
      })
      patch(id, next)
      const done = list.filter((mutation) => isExpired(mutation, list, now())).map((mutation) => mutation.id)
      if (done.length > 0) {
        await store.drop(done)
        edits += 1
        show(list.filter((mutation) => !done.includes(mutation.id)))
      }
      if (how.state === 'sent') end(id, { state: 'sent', seq: how.seq, reply: how.reply })
      else end(id, how.state === 'refused' ? { state: 'refused', refusal: how.refusal } : { state: 'void' })
      tell()
    },

    async dismiss(ids) {
      orphans = orphans.filter(({ id }) => !ids.includes(id))
      for (const id of ids) await edit(id, (mutation) => (mutation.state === 'refused' ? null : mutation))
      edits += 1
      show(list.filter((mutation) => mutation.state !== 'refused' || !ids.includes(mutation.id)))
      tell()
    },

    snapshot: (key) => store.snapshot(key),

    async keep(snapshot, shown) {
      if (!isOpen || !isOurs(snapshot.household)) return
      const done = shown.filter((id) => {
        const mutation = list.find((one) => one.id === id)
        return mutation && !hasPendingUndo(mutation, list) && !isStillReferenced(mutation, list, now())
      })
      await store.keep(snapshot, done)
      if (done.length === 0) return
      edits += 1
      show(list.filter((mutation) => !done.includes(mutation.id)))
      tell()
    },

    forget,

    async keepOnly(households) {
      await ready
      isOurs = (household) => households.includes(household)
      for (const household of await store.households()) if (!households.includes(household)) await forget(household)
    },

    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },

    async close(wipe) {
      isOpen = false
      stopListening()
      await Promise.all([...saving.values()]).catch(() => {})
      if (wipe) await store.wipe().catch(() => {})
      store.close()
      tabChannel.close()
    },
  }
}

const inOrder = (list: readonly PendingMutation[]) => list.toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order))
