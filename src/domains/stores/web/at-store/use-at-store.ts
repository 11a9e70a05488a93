import { useSyncExternalStore } from 'react'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { observable } from '#platform/web/session/observable.ts'
import { currentSession, localState, watchSession } from '#platform/web/session/session.ts'
import { listStores, type Store } from '../../contract.ts'

const nameOf = (household: string | null) => `store.${household}`
/** Counts the choices made in this tab. */
const choices = observable(0)

/** Calls `watcher` after each choice made in this tab. Returns a function that ends it. */
export const watchAtStoreChoices = choices.watch

function watch(watcher: () => void): () => void {
  const stops = [choices.watch(watcher), watchSession(watcher)]
  return () => {
    for (const stop of stops) stop()
  }
}
const read = () => localState.read(nameOf(currentSession().household))

/** Remembers on this device at which store it is. Null if that is unknown. */
export function setAtStore(id: string | null): void {
  const name = nameOf(currentSession().household)
  if (id === null) localState.remove(name)
  else localState.write(name, id)
  choices.set(choices.get() + 1)
}

/** Returns the id of the store that this device is at; null if unknown or if the store was removed. */
export function currentAtStore(): string | null {
  const id = read()
  const stores = cache.getQueryData(endpointQuery(listStores, {}).queryKey)
  return stores?.some((store) => store.id === id) ? id : null
}

/** Returns the store that this device is at; null if unknown or if the store was removed. */
export function useAtStore(stores: readonly Store[]): Store | null {
  const id = useSyncExternalStore(watch, read)
  return stores.find((store) => store.id === id) ?? null
}
