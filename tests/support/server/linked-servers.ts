import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createCircle, linkHousehold } from '#domains/circles/contract.ts'
import { confirmLink, endHouseholdLink, inviteLink, joinLink, listLinks } from '#domains/federation/contract/index.ts'
import { createPerson } from '../data/people.ts'
import { brokenInvariants } from '../database/invariants.ts'
import { type ClosedApp, openTestApp, type Person, personOf, type TestApp } from './test-app.ts'

/** What happens to one request on its way: nothing, it is lost, its response is lost, it arrives twice, or something on the way denies it. */
type Fault = 'none' | 'lost' | 'response lost' | 'twice' | 'denied'

/** A server that others reach at a fixed address, through a network that the test controls. */
export interface LinkedServer {
  readonly url: string
  readonly person: Person
  app(): TestApp
  /** Decides about each request to it. */
  network: (path: string) => Fault
  /** The bodies of requests to it, oldest first. */
  readonly received: { path: string; body: string }[]
  /** The bodies of its responses, oldest first. */
  readonly responded: string[]
  /** Sends again what it received. Returns the status. */
  replay(index: number): Promise<number>
  /** Sends it a request as a server would. */
  post(path: string, body: string): Promise<{ status: number; text: string }>
  /** Has it call the other servers now. */
  sync(): Promise<void>
  /** Closes the app and opens it on the same data, or on `data`, with other settings until the next restart. Returns the data as it was. */
  restart(data?: ClosedApp, environment?: Record<string, string>): Promise<ClosedApp>
}

async function listen(handle: (path: string, body: string) => Promise<{ status: number; text: string } | null>): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      handle(request.url ?? '', Buffer.concat(chunks).toString('utf8'))
        .then((answer) => {
          if (answer === null) return response.destroy()
          return response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' }).end(answer.text)
        })
        .catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** Starts to listen, before the app's address is known to others. */
async function openFront() {
  const state = { handle: async (_path: string, _body: string): Promise<{ status: number; text: string } | null> => null }
  const server = await listen((path, body) => state.handle(path, body))
  return { server, state, host: `127.0.0.1:${portOf(server)}` }
}
type Front = Awaited<ReturnType<typeof openFront>>

async function openServer(front: Front, otherHost: string): Promise<{ linked: LinkedServer; close: () => Promise<void> }> {
  const url = `http://${front.host}`
  const environment = { LARDER_FEDERATION: 'on', LARDER_PUBLIC_URL: url, LARDER_FEDERATION_HOSTS: otherHost }
  let opened = await openTestApp(environment, undefined, false)
  const app = () => opened.testApp
  const person = personOf({ ...app(), inject: (request) => app().inject(request) }, await createPerson(app()))
  await app().household(person)
  const folders: string[] = []
  let clock = Date.now()
  const received: { path: string; body: string }[] = []
  const responded: string[] = []
  const forward = async (path: string, body: string) => {
    const headers = { 'content-type': 'application/json', host: front.host }
    const { status, text } = await app().inject({ method: 'POST', url: path, headers, payload: body })
    return { status, text }
  }
  const linked: LinkedServer = {
    url,
    app,
    person,
    network: () => 'none',
    received,
    responded,
    post: forward,
    replay: async (index) => {
      const { path, body } = received[index] ?? { path: '', body: '' }
      return (await forward(path, body)).status
    },
    async sync() {
      const { database, jobs } = app().server
      await database.write(person.home as never, 'call linked servers', (tx) =>
        tx.rows(`update household_links set due_at = changed_at where household_id = ? and state in ('active', 'joining')`, [person.home]),
      )
      await jobs.settle()
      // After an outage, a server isn't called for two minutes.
      clock += 3 * 60_000
      await jobs.catchUp(new Date(clock))
      await jobs.settle()
    },
    async restart(data, changed = {}) {
      const { server, config } = app()
      await server.close()
      // Connections of the checks close by themselves, and a database with any can't be copied.
      await pause(150)
      const database = config.databaseUrl === null ? {} : { database: new URL(config.databaseUrl).pathname.slice(1) }
      const before = { folder: config.dataDir, ...database }
      folders.push(before.folder)
      opened = await openTestApp({ ...environment, ...changed }, data ?? before, false)
      return before
    },
  }
  front.state.handle = async (path, body) => {
    const fault = linked.network(path)
    if (fault === 'lost') return null
    if (fault === 'denied') return { status: 403, text: '{}' }
    received.push({ path, body })
    const answer = await forward(path, body)
    responded.push(answer.text)
    if (fault === 'twice') await forward(path, body)
    return fault === 'response lost' ? null : answer
  }
  return {
    linked,
    close: async () => {
      await opened.close()
      front.server.close()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens two servers, each with a household in a circle. */
export async function openLinkedServers() {
  const [front, otherFront] = [await openFront(), await openFront()]
  const lender = await openServer(front, otherFront.host)
  const borrower = await openServer(otherFront, front.host)
  return {
    lender: lender.linked,
    borrower: borrower.linked,
    async check() {
      for (const { app } of [lender.linked, borrower.linked]) {
        const broken = await brokenInvariants(app().server.database)
        if (broken.length > 0) throw new Error(`broken invariants: ${JSON.stringify(broken, null, 2)}`)
      }
    },
    async close() {
      await lender.close()
      await borrower.close()
    },
  }
}

export async function createOwnCircle({ person }: LinkedServer): Promise<string> {
  const { id } = await person.must(createCircle, { body: { name: 'Neighbours' } })
  await person.must(linkHousehold, { params: { id, householdId: person.home ?? '' } })
  return id
}

/** Links the two households. */
export async function linkServers(inviter: LinkedServer, joiner: LinkedServer): Promise<{ inviterLink: string; joinerLink: string }> {
  const [circleId, otherId] = [await createOwnCircle(inviter), await createOwnCircle(joiner)]
  const { link, invitation } = await inviter.person.must(inviteLink, { body: { circleId, ownName: 'The Ashes' } })
  const joined = await joiner.person.must(joinLink, { body: { circleId: otherId, ownName: 'The Birches', invitation } })
  await confirm(inviter, link.id)
  await inviter.sync()
  return { inviterLink: link.id, joinerLink: joined.id }
}

/** Ends all links between the two households, which can't have two. */
export async function endLinks({ lender, borrower }: { lender: LinkedServer; borrower: LinkedServer }): Promise<void> {
  for (const { person } of [lender, borrower])
    for (const { id, state } of (await person.must(listLinks)).links)
      if (state !== 'ended') await person.must(endHouseholdLink, { params: { id } })
  for (const server of [lender, borrower]) await server.sync()
}

/** Confirms with the fingerprint that is shown. */
export async function confirm(server: LinkedServer, id: string): Promise<void> {
  const { fingerprint } = (await linkOf(server, id)) ?? {}
  await server.person.must(confirmLink, { params: { id }, body: { fingerprint: fingerprint ?? '' } })
}

export const linkOf = async ({ person }: LinkedServer, id: string) => (await person.must(listLinks)).links.find((link) => link.id === id)
