/**
 * Works are begun, and their answers leave, in the order in which their requests came. `came`: when, on any clock. `arrive` brings what the
 * work is about, a body that may still be on its way.
 */
export type Queue = <In, Out>(came: number, arrive: () => Promise<In>, work: (arrived: In) => Promise<Out>) => Promise<Out>

export interface QueueLimits {
  /** Works that run at once. */
  atOnce: number
  /** Works that may wait to be begun; one more is refused. */
  maxWaiting: number
  /** How long answers that are ready wait for a request before them that is still on its way. */
  patienceMs: number
}

interface Place {
  came: number
  state: 'coming' | 'waiting' | 'begun' | 'done'
  begin(): void
  leave(): void
}

/**
 * Lets so many works run at once. An answer that is ready early waits for those before it; for a request whose body is still on its way
 * only so long, or a slow line would hold up everybody else. What fails, or is refused because `maxWaiting` wait, is told at once.
 */
export function queue({ atOnce, maxWaiting, patienceMs }: QueueLimits, refuse: () => Error): Queue {
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

  function stand(place: Place): void {
    const later = here.findIndex((other) => other.came > place.came)
    here.splice(later < 0 ? here.length : later, 0, place)
  }

  function goAway(place: Place): void {
    const at = here.indexOf(place)
    if (at >= 0) here.splice(at, 1)
    tend()
  }

  async function arrival<In>(place: Place, arrive: () => Promise<In>): Promise<In> {
    const passedOver = setTimeout(() => goAway(place), patienceMs).unref()
    try {
      const arrived = await arrive()
      if (count('waiting') >= maxWaiting) throw refuse()
      if (!here.includes(place)) stand(place)
      place.state = 'waiting'
      tend()
      return arrived
    } catch (error) {
      goAway(place)
      throw error
    } finally {
      clearTimeout(passedOver)
    }
  }

  return async (came, arrive, work) => {
    const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const place: Place = { came, state: 'coming', begin: begun.resolve, leave: free.resolve }
    stand(place)
    const arrived = await arrival(place, arrive)
    await begun.promise
    try {
      const answer = await work(arrived)
      place.state = 'done'
      // After it has begun to wait, or those behind it would be told before it.
      queueMicrotask(tend)
      await free.promise
      return answer
    } catch (error) {
      goAway(place)
      throw error
    }
  }
}
