import { type CopyState, isMissingFromCopy, type PendingMutation } from './operation.ts'

/** A change to apply to a copy. `isRead`: the copy includes it, and it is only needed for the changes that depend on it. */
export interface MutationToApply {
  readonly mutation: PendingMutation
  readonly isRead: boolean
}

/** Chooses the changes to apply to this tab's copy. Another tab, whose copy is newer, may have dropped some of them. */
export class MutationsToApply {
  readonly #sent = new Map<string, PendingMutation>()

  /** Returns those that the copy needs, in order. */
  toApply(pending: readonly PendingMutation[], copy: CopyState): MutationToApply[] {
    for (const one of pending) if (one.state === 'sent') this.#sent.set(one.id, one)
    const sent = [...this.#sent.values()]
    const isAnyUnread = sent.some((one) => isMissingFromCopy(one, copy))
    // An unread one may use an id that a lasting one gave to a row.
    for (const one of sent) if (!isMissingFromCopy(one, copy) && !(isAnyUnread && one.isLasting)) this.#sent.delete(one.id)
    const ids = new Set(pending.map(({ id }) => id))
    const dropped = [...this.#sent.values()].filter(({ id }) => !ids.has(id))
    const all = dropped.length === 0 ? pending : [...dropped, ...pending].toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order))
    return all.flatMap((mutation) => {
      const isRead = !isMissingFromCopy(mutation, copy)
      return isRead && !mutation.isLasting ? [] : [{ mutation, isRead }]
    })
  }

  /** Forgets the changes whose numbers mean nothing any more. */
  clear(): void {
    this.#sent.clear()
  }
}
