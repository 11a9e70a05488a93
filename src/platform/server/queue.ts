/**
 * Works are begun, and their answers leave, in the order in which their requests came. `came`: when, on any clock.
 */
export type Queue = <T>(came: number, work: () => Promise<T>) => Promise<T>

interface Place {
  came: number
  state: 'waiting' | 'begun' | 'done'
  begin(): void
  leave(): void
}

/**
 * Lets so many works run at once. An answer that is ready early waits for those before it which are here, but not for a request whose
 * body is still on its way: a slow line holds up nobody else. What fails, or is refused because `mostWaiting` wait, is told at once.
 */
export function queue(atOnce: number, mostWaiting: number, refuse: () => Error): Queue {
  /** Earliest first. */
  const here: Place[] = []
  const count = (state: Place['state']) => here.filter((place) => place.state === state).length

  function tend(): void {
    for (const place of here) {
      if (count('begun') >= atOnce) break
      if (place.state !== 'waiting') continue
      place.state = 'begun'
      place.begin()
    }
    while (here[0]?.state === 'done') here.shift()?.leave()
  }

  return async (came, work) => {
    if (count('waiting') >= mostWaiting) throw refuse()
    const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const place: Place = { came, state: 'waiting', begin: begun.resolve, leave: free.resolve }
    const later = here.findIndex((other) => other.came > came)
    here.splice(later < 0 ? here.length : later, 0, place)
    tend()
    await begun.promise
    try {
      const answer = await work()
      place.state = 'done'
      // After it has begun to wait, or those behind it would be told before it.
      queueMicrotask(tend)
      await free.promise
      return answer
    } catch (error) {
      here.splice(here.indexOf(place), 1)
      tend()
      throw error
    }
  }
}
