import { type Clock, deviceClock } from './clock.ts'
import { isNeeded, isOver, isWanted } from './done-with.ts'
import type { Held, Refusal } from './operation.ts'
import type { Store } from './store.ts'
import { type Air, type Ending, type Outbox, silence } from './unsent.ts'

const over = /*i18n*/ 'You’re no longer a member of this household.'
export const membershipOver: Refusal = { status: 404, code: 'membership_over', sentence: over }

interface Parts {
  user: string
  store: Store
  air?: Air
  clock?: Clock
  newId: () => string
}

export function openOutbox({ user, store, air = silence, clock: { now } = deviceClock, newId }: Parts): Outbox {
  let list: readonly Held[] = []
  /** Shown once, kept nowhere. */
  let orphans: readonly Held[] = []
  let isOpen = true
  let isRead = false
  /** Nothing is kept of a household once left: an answer asked for before may still come in. */
  let isOurs = (_household: string) => true
  // Grows with every change made here, so that a reading that was overtaken is read again.
  let edits = 0
  const unsaved = new Map<string, Held>()
  const saving = new Map<string, Promise<void>>()
  const waiters = new Map<string, (ending: Ending) => void>()
  const watchers = new Set<() => void>()
  let seen: readonly Held[] = list
  const show = (next: readonly Held[]) => {
    list = next
    seen = orphans.length > 0 ? [...list, ...orphans] : list
    for (const watcher of [...watchers]) watcher()
  }
  const tell = () => void (isOpen && air.say('changed'))

  const end = (id: string, ending: Ending) => {
    waiters.get(id)?.(ending)
    waiters.delete(id)
  }
  /** Tells those who wait for an operation that another tab has finished. */
  const endMissing = () => {
    for (const id of [...waiters.keys()]) {
      const held = list.find((one) => one.id === id)
      if (!held) end(id, { state: 'void' })
      else if (held.state === 'sent') end(id, { state: 'sent', seq: held.seq })
      else if (held.refusal) end(id, { state: 'refused', refusal: held.refusal })
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
  const together = (kept: readonly Held[]) => {
    const known = new Set(kept.map(({ id }) => id))
    return [...kept.filter((held) => !isOver(held, kept, now())), ...[...unsaved.values()].filter(({ id }) => !known.has(id))]
  }
  const ready = (async () => {
    const kept = await store.open(user)
    if (!isOpen) return
    await store.drop(kept.filter((held) => isOver(held, kept, now())).map(({ id }) => id))
    isRead = true
    show(together(kept))
  })().catch(() => {})

  const stopListening = air.listen((message) => void (message === 'changed' && reread()))

  const edit = (id: string, change: (held: Held) => Held | null) =>
    store.edit(
      id,
      change,
      list.find((held) => held.id === id),
    )
  const patch = (id: string, next: Held | null) => {
    edits += 1
    show(next ? list.map((held) => (held.id === id ? next : held)) : list.filter((held) => held.id !== id))
  }

  async function save(held: Held): Promise<void> {
    await ready
    const order = await store.put(held)
    edits += 1
    unsaved.delete(held.id)
    if (!isOpen) return
    show(inOrder(list.map((one) => (one.id === held.id ? { ...one, order } : one))))
    tell()
  }

  async function forget(household: string): Promise<void> {
    const before = isOurs
    isOurs = (one) => one !== household && before(one)
    const lost = list.filter((held) => held.household === household && held.state !== 'sent' && orphans.every(({ id }) => id !== held.id))
    orphans = [...orphans, ...lost.map((held): Held => ({ ...held, state: 'refused', refusal: held.refusal ?? membershipOver }))]
    await Promise.all([...saving.values()])
    await store.wipe(household)
    edits += 1
    show(list.filter((held) => held.household !== household))
    for (const { id } of lost) end(id, { state: 'refused', refusal: membershipOver })
    tell()
  }

  return {
    user,
    ready,
    isRead: () => isRead,
    held: () => seen,
    isDurable: store.isDurable,

    add(operation) {
      const id = operation.id ?? newId()
      const held: Held = {
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
      const ended = new Promise<Ending>((resolve) => waiters.set(id, resolve))
      edits += 1
      unsaved.set(id, held)
      show([...list, held])
      saving.set(
        id,
        save(held).finally(() => saving.delete(id)),
      )
      return { id, ended }
    },

    async withdraw(id) {
      await saving.get(id)
      let done = false
      await edit(id, (held) => {
        done = held.state === 'waiting' && !held.tried
        return done ? null : held
      })
      if (done) {
        patch(id, null)
        end(id, { state: 'void' })
        tell()
      }
      return done
    },

    async markTried(id) {
      const next = await edit(id, (held) => (held.tried || held.state !== 'waiting' ? held : { ...held, tried: true }))
      patch(id, next)
      if (!next) endMissing()
      tell()
      return next?.state === 'waiting' ? next : null
    },

    async settle(id, how) {
      const settledAt = now()
      const next = await edit(id, (held) => {
        if (how.as === 'void') return null
        if (how.as === 'refused') return { ...held, state: 'refused', refusal: how.refusal, settledAt }
        return { ...held, state: 'sent', seq: how.seq, intent: how.intent, isLasting: how.isLasting, settledAt }
      })
      patch(id, next)
      const done = list.filter((held) => isOver(held, list, now())).map((held) => held.id)
      if (done.length > 0) {
        await store.drop(done)
        edits += 1
        show(list.filter((held) => !done.includes(held.id)))
      }
      if (how.as === 'sent') end(id, { state: 'sent', seq: how.seq, reply: how.reply })
      else end(id, how.as === 'refused' ? { state: 'refused', refusal: how.refusal } : { state: 'void' })
      tell()
    },

    async dismiss(ids) {
      orphans = orphans.filter(({ id }) => !ids.includes(id))
      for (const id of ids) await edit(id, (held) => (held.state === 'refused' ? null : held))
      edits += 1
      show(list.filter((held) => held.state !== 'refused' || !ids.includes(held.id)))
      tell()
    },

    snapshot: (key) => store.snapshot(key),

    async keep(snapshot, shown) {
      if (!isOpen || !isOurs(snapshot.household)) return
      const done = shown.filter((id) => {
        const held = list.find((one) => one.id === id)
        return held && !isWanted(held, list) && !isNeeded(held, list, now())
      })
      await store.keep(snapshot, done)
      if (done.length === 0) return
      edits += 1
      show(list.filter((held) => !done.includes(held.id)))
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
      air.close()
    },
  }
}

const inOrder = (list: readonly Held[]) => list.toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order))
