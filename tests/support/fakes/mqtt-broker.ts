import { createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync, type MqttClient } from 'mqtt'
import { vi } from 'vitest'

const waitMs = 20_000

/** Another program on the broker, such as Home Assistant. It receives every message. */
export interface BrokerClient {
  readonly client: MqttClient
  /** The messages so far, in order. */
  readonly messages: readonly { readonly topic: string; readonly payload: string; readonly isRetained: boolean }[]
  /** Returns the last message on a topic as JSON, once `isExpected` returns true for it. */
  waitFor<T = Record<string, unknown>>(topic: string, isExpected?: (message: T) => boolean): Promise<T>
  /** Returns the last text on a topic, once it is this one. */
  waitForText(topic: string, text: string): Promise<void>
  publish(topic: string, payload: string | Buffer, options?: { retain?: boolean; qos?: 0 | 1 | 2 }): Promise<void>
  /** Publishes a command and returns its result. */
  command(householdId: string, command: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export interface MqttBroker {
  /** With the user name and the password that it accepts. */
  readonly url: string
  readonly port: number
  /** Ids of the clients that are connected. */
  clientIds(): string[]
  /** How many connections were tried, with the right password or a wrong one. */
  readonly attempts: { count: number }
  connect(): Promise<BrokerClient>
  /** Returns the retained message of a topic; null if there is none. */
  retained(topic: string): Promise<string | null>
  /** Ends all connections and refuses new ones; the broker keeps its messages. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

export const brokerPassword = 'p@ss/word'

/** Starts an MQTT broker on a free port of this machine. */
export async function startMqttBroker(): Promise<MqttBroker> {
  const attempts = { count: 0 }
  const aedes = await Aedes.createBroker({
    authenticate: (_client, username, password, done) => {
      attempts.count += 1
      const isRight = username === 'larder' && password?.toString() === brokerPassword
      done(isRight ? null : Object.assign(new Error('bad user name or password'), { returnCode: 4 }), isRight)
    },
  })
  const ids = new Set<string>()
  aedes.on('clientReady', ({ id }) => void ids.add(id))
  aedes.on('clientDisconnect', ({ id }) => void ids.delete(id))
  const sockets = new Set<Socket>()
  const serve = () =>
    createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      aedes.handle(socket)
    })
  let server = await listen(serve(), 0)
  const { port } = server.address() as { port: number }
  const url = `mqtt://larder:${encodeURIComponent(brokerPassword)}@127.0.0.1:${port}`
  const clients: BrokerClient[] = []

  return {
    url,
    port,
    attempts,
    clientIds: () => [...ids],
    async connect() {
      const opened = await openClient(url)
      clients.push(opened)
      return opened
    },
    async retained(topic) {
      const reader = await openClient(url)
      await new Promise((resolve) => setTimeout(resolve, 100))
      const found = reader.messages.findLast((message) => message.topic === topic)
      await reader.close()
      return found?.payload ?? null
    },
    async goDown() {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
      await promise
    },
    async comeBack() {
      server = await listen(serve(), port)
    },
    async stop() {
      for (const client of clients) await client.close()
      for (const socket of sockets) socket.destroy()
      server.close()
      await new Promise<void>((resolve) => aedes.close(() => resolve()))
    },
  }
}

async function listen(server: Server, port: number): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  return server
}

async function openClient(url: string): Promise<BrokerClient> {
  const client = await connectAsync(url)
  const messages: { topic: string; payload: string; isRetained: boolean }[] = []
  client.on('message', (topic, payload, { retain }) => void messages.push({ topic, payload: payload.toString(), isRetained: retain }))
  client.on('error', () => {})
  await client.subscribeAsync('#', { qos: 1 })
  const lastOn = (topic: string) => messages.findLast((message) => message.topic === topic)?.payload
  let commands = 0
  const self: BrokerClient = {
    client,
    messages,
    async waitFor<T>(topic: string, isExpected: (message: T) => boolean = () => true) {
      return vi.waitFor(
        () => {
          const last = lastOn(topic)
          if (!last) throw new Error(`nothing on ${topic}; there is ${messages.map((message) => message.topic).join(', ')}`)
          const message = JSON.parse(last) as T
          if (!isExpected(message)) throw new Error(`not yet on ${topic}: ${last}`)
          return message
        },
        { timeout: waitMs, interval: 20 },
      )
    },
    async waitForText(topic, text) {
      await vi.waitFor(
        () => {
          if (lastOn(topic) !== text) throw new Error(`${topic} has ${lastOn(topic)}`)
        },
        { timeout: waitMs, interval: 20 },
      )
    },
    async publish(topic, payload, { retain = false, qos = 1 } = {}) {
      await client.publishAsync(topic, payload, { retain, qos })
    },
    async command(householdId, command) {
      const id = (command['id'] as string | undefined) ?? `test-${++commands}-${Date.now()}`
      const before = messages.length
      await self.publish(`larder/${householdId}/command`, JSON.stringify({ ...command, id }))
      return vi.waitFor(
        () => {
          const found = messages.slice(before).find(({ topic, payload }) => topic.endsWith('/result') && JSON.parse(payload).id === id)
          if (!found) throw new Error(`no result of ${id}`)
          return JSON.parse(found.payload) as Record<string, unknown>
        },
        { timeout: waitMs, interval: 20 },
      )
    },
    close: () => client.endAsync(true),
  }
  return self
}
