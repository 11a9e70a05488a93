import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { addLot, listLots, useLot } from '#domains/inventory/contract.ts'
import { getShoppingList } from '#domains/shopping/contract/index.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { addressOf, shareHousehold, signUp, type WirePerson } from '../server/http-client.ts'

/** A household of one person with some of one food. */
export interface Home {
  person: WirePerson
  /** A lot with plenty in it. */
  lotId: string
  ingredientId: string
}

/** What became of the requests so far. */
export interface LoadFigures {
  /** Milliseconds from the moment each answered request was due. */
  reads: number[]
  writes: number[]
  /** Requests that were answered with anything but 2xx, or with nothing. */
  errors: string[]
  /** Writes that were acknowledged; each leaves one ledger row. */
  acknowledged: number
}

/** Households of one person with a shelf to look at; a few sign up at a time, for hashing a password is slow on purpose. */
export async function settle(url: string, count: number): Promise<Home[]> {
  const homes: Home[] = []
  const one = async () => {
    while (homes.length < count) {
      const home: Home = { person: await signUp(url, 'Roll'), lotId: '', ingredientId: '' }
      if (homes.length >= count) return
      homes.push(home)
      await shareHousehold(home.person)
      const lot = await home.person.must(addLot, { body: { ingredient: { name: 'Beans' }, quantity: 100_000, unit: 'each' } })
      home.lotId = lot.id
      home.ingredientId = lot.ingredient.id
      for (let i = 0; i < 10; i++)
        await home.person.must(addLot, { body: { ingredientId: home.ingredientId, quantity: 1 + i, unit: 'each' } })
    }
  }
  await Promise.all(Array.from({ length: 4 }, one))
  return homes
}

/** Until stopped, an open loop: every request is sent when it is due, whatever became of the others. Four of five only read. */
export async function load(homes: readonly Home[], url: string, perSecond: number, stop: AbortSignal, figures: LoadFigures): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const underWay = new Set<Promise<void>>()
  const began = performance.now()
  for (let n = 0; !stop.aborted; n++) {
    const due = began + (n * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await pause(wait, undefined, { signal: stop }).catch(() => {})
    if (stop.aborted) break
    const home = homes[Math.floor(Math.random() * homes.length)] as Home
    const isWrite = n % 5 === 0
    const one = (isWrite ? write(home, n) : read(home, n))(url, agent).then(({ status, what }) => {
      if (status < 200 || status >= 300) figures.errors.push(`${what}: ${status}`)
      else {
        if (isWrite) figures.acknowledged++
        ;(isWrite ? figures.writes : figures.reads).push(performance.now() - due)
      }
    })
    underWay.add(one)
    void one.finally(() => underWay.delete(one))
  }
  await Promise.all(underWay)
  agent.destroy()
}

type Ask = (url: string, agent: Agent) => Promise<{ status: number; what: string }>
const looks: readonly Endpoint[] = [listLots, getShoppingList, listIngredients]
const read = ({ person }: Home, n: number): Ask => {
  const endpoint = looks[n % looks.length] as Endpoint
  return (url, agent) => ask(url, agent, endpoint.method, endpoint.path, person.headers())
}
function write({ person, lotId, ingredientId }: Home, n: number): Ask {
  const headers = { ...person.headers(), 'idempotency-key': randomUUID() }
  return n % 2 === 0
    ? (url, agent) => ask(url, agent, addLot.method, addLot.path, headers, { ingredientId, quantity: 1, unit: 'each' })
    : (url, agent) => ask(url, agent, useLot.method, addressOf(useLot.path, { id: lotId }), headers, { quantity: 1 })
}

/** Status 0: no answer, or none that ended. */
function ask(url: string, agent: Agent, method: string, path: string, headers: Record<string, string>, body?: object) {
  return new Promise<{ status: number; what: string }>((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = text === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
    const what = `${method} ${path}`
    const asking = request(`${url}${path}`, { method, agent, headers: { ...headers, ...sent } }, (answer) => {
      answer.resume()
      answer.on('close', () => resolve({ status: answer.complete ? (answer.statusCode ?? 0) : 0, what }))
    })
    asking.on('error', (error) => resolve({ status: 0, what: `${what} (${error.message})` }))
    asking.end(text)
  })
}
