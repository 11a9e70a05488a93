import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { listMembers, undoChange } from '#domains/households/contract/index.ts'
import { useActiveHouseholdId } from '#domains/households/web/index.ts'
import { callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { rowWriter } from '#platform/web/sync/row-writer.ts'
import type { Eater } from '../../contract.ts'
import * as contract from '../../contract.ts'
import { hasNeeds } from '../../rules/diet-terms.ts'

export type Needs = Pick<Eater, 'diets' | 'allergens' | 'avoids'>

/** Someone who eats here, with a name to show. */
export interface Person extends Eater {
  name: string
  /** False for members without an entry. */
  isStored: boolean
}

export const noNeeds: Needs = { diets: [], allergens: [], avoids: [] }

/** Returns the members, then the guests, by name; `isPending` until both are known. Works offline. */
export function usePeople() {
  const household = useActiveHouseholdId()
  const eaters = useEndpointQuery(contract.listEaters, {})
  const members = useEndpointQuery(listMembers, { params: { id: household ?? '' } }, { enabled: household !== null })
  const people = useMemo(() => {
    const known = new Map((eaters.data ?? []).map((eater) => [eater.id, eater]))
    const isUnique = (name: string) => (members.data ?? []).filter(({ firstName }) => firstName === name).length === 1
    const ofMembers = (members.data ?? []).map(({ userId, firstName, lastName, joinedAt }): Person => {
      const name = isUnique(firstName) ? firstName : `${firstName} ${lastName}`.trim()
      const stored = { createdAt: joinedAt, version: 0, ...noNeeds, ...known.get(userId) }
      return { ...stored, id: userId, userId, name, isStored: known.has(userId) }
    })
    const guests = (eaters.data ?? []).flatMap((eater): Person[] =>
      eater.userId === null ? [{ ...eater, name: eater.name ?? '', isStored: true }] : [],
    )
    return { members: ofMembers, guests: guests.sort((a, b) => a.name.localeCompare(b.name)) }
  }, [eaters.data, members.data])
  const refetch = () => void Promise.all([eaters.refetch(), members.refetch()])
  return {
    ...people,
    isKnown: eaters.data !== undefined && members.data !== undefined,
    error: eaters.error ?? members.error,
    hasFailed: (eaters.data === undefined && eaters.error !== null) || (members.data === undefined && members.error !== null),
    isFetching: eaters.isFetching || members.isFetching,
    refetch,
  }
}

/** Returns the members and guests who can't eat something; the same array until one changes. */
export function usePeopleWithNeeds(): { people: readonly Person[]; hasFailed: boolean } {
  const { members, guests, hasFailed } = usePeople()
  const people = useMemo(() => [...members, ...guests].filter(hasNeeds), [members, guests])
  return { people, hasFailed }
}

const write = rowWriter<Eater>('eaters', undoChange, contract.listEaters)

/** Adds a guest. Throws `ApiError`. */
export async function addGuest(name: string, needs: Needs): Promise<void> {
  const id = newId()
  const body = { id, name, ...needs }
  const to: Eater = { ...body, userId: null, createdAt: new Date().toISOString(), version: 0 }
  await write({
    words: t`Add the guest ${name}`,
    message: t`Added ${name}`,
    intent: { id, to },
    opposite: { id, to: null },
    request: { method: 'POST', address: urlOf(contract.addGuest, {}), body },
    send: (household) => callWithHeaders(contract.addGuest, { body, household }),
  })
}

/** Changes what someone can't eat, and a guest's name. Throws `ApiError`. */
export async function changePerson(person: Person, to: Partial<Needs> & { name?: string }): Promise<void> {
  if (Object.keys(to).length === 0) return
  const params = { id: person.id }
  const { id, userId, name, isStored } = person
  const first: Eater = { id, userId, name: null, ...noNeeds, ...to, createdAt: new Date().toISOString(), version: 0 }
  const before = Object.fromEntries(Object.keys(to).map((field) => [field, person[field as keyof Eater]])) as Partial<Eater>
  await write({
    words: t`Change what ${name} can’t eat`,
    message: t`Saved for ${to.name ?? name}`,
    intent: { id, to: isStored ? to : first },
    opposite: { id, to: isStored ? before : null },
    request: { method: 'PATCH', address: urlOf(contract.changeEater, { params }), body: to },
    send: (household) => callWithHeaders(contract.changeEater, { params, body: to, household }),
  })
}

/** Throws `ApiError`. */
export async function removeGuest({ isStored: _isStored, ...guest }: Person): Promise<void> {
  const params = { id: guest.id }
  await write({
    words: t`Remove the guest ${guest.name}`,
    message: t`Removed ${guest.name}`,
    intent: { id: guest.id, to: null },
    opposite: { id: guest.id, to: guest },
    request: { method: 'DELETE', address: urlOf(contract.removeGuest, { params }) },
    send: (household) => callWithHeaders(contract.removeGuest, { params, household }),
  })
}
