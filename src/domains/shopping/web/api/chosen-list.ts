import { useMemo, useSyncExternalStore } from 'react'
import { cache, endpointQuery, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { observable } from '#platform/web/session/observable.ts'
import { currentSession, localState, watchSession } from '#platform/web/session/session.ts'
import { listNamedLists, type NamedList } from '../../contract/index.ts'

/** A list to add to; null for the shopping list itself. */
export type ListChoice = Pick<NamedList, 'id' | 'name'> | null

const none: readonly NamedList[] = []

/** Returns the lists in addition to the default one, also archived ones; works offline. */
export const useNamedLists = (): readonly NamedList[] => useEndpointQuery(listNamedLists, {}, { persisted: true }).data ?? none

const nameOf = (household: string | null) => `list.${household}`
/** Counts the choices made in this tab. */
const choices = observable(0)

function watch(watcher: () => void): () => void {
  const stops = [choices.watch(watcher), watchSession(watcher)]
  return () => {
    for (const stop of stops) stop()
  }
}
const read = () => localState.read(nameOf(currentSession().household))
const find = (lists: readonly NamedList[] | undefined, id: string | null) =>
  lists?.find((list) => list.id === id && !list.isArchived) ?? null

/** Remembers on this device which list it shows. Null for the default one. */
export function chooseList(id: string | null): void {
  const name = nameOf(currentSession().household)
  if (id === null) localState.remove(name)
  else localState.write(name, id)
  choices.set(choices.get() + 1)
}

/** Returns the list that this device shows; null for the default one, also if the chosen one was archived or deleted. */
export const currentList = (): NamedList | null => find(cache.getQueryData(endpointQuery(listNamedLists, {}).queryKey), read())

/** Returns what `currentList` does, and the lists to choose from. */
export function useChosenList(): { chosen: NamedList | null; open: readonly NamedList[] } {
  const lists = useNamedLists()
  const id = useSyncExternalStore(watch, read)
  return useMemo(() => ({ chosen: find(lists, id), open: lists.filter((list) => !list.isArchived) }), [lists, id])
}
