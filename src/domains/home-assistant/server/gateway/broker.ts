import type { IClientOptions, IPublishPacket, MqttClient } from 'mqtt'
import { backoffMs } from '#platform/shared/backoff.ts'
import { reasonOf } from '#platform/shared/logged-error.ts'
import type { BrokerConnection } from '../../contract.ts'

export interface BrokerSettings {
  /** `mqtt://user:password@host:1883` or `mqtts://…` */
  readonly url: string
  /** The broker keeps messages for it while it is away, and lets it in once. */
  readonly clientId: string
  /** Topics by quality of service: 0, or 1 for messages that the broker keeps while Larder is away. */
  readonly subscriptions: Readonly<Record<string, 0 | 1>>
  /** Retained. The broker publishes `offline` there if the connection breaks. */
  readonly availabilityTopic: string
  readonly log: (message: string) => void
}

export interface BrokerMessage {
  readonly topic: string
  readonly payload: Buffer
  /** The broker had stored it before Larder subscribed. */
  readonly isRetained: boolean
}

export interface BrokerListener {
  onConnection(connection: BrokerConnection): void
  /** The message is acknowledged if this resolves to true. Otherwise the broker delivers it again after a break. */
  onMessage(message: BrokerMessage): Promise<boolean>
}

export interface Broker {
  isConnected(): boolean
  /** Publishes at least once, if connected. An empty retained message deletes the topic. */
  publish(topic: string, payload: string, options?: { retain?: boolean }): void
  /** Says goodbye and closes the connection. */
  close(): Promise<void>
}

const connectTimeoutMs = 10_000
const closeTimeoutMs = 1_000
const retry = { firstMs: 1_000, maxMs: 60_000 }
/** A longer message ends the connection before it fills the memory. */
const maxPacketBytes = 1024 * 1024
/** CONNACK codes: bad user name or password, not authorized. */
const denials = [4, 5]

type Failure = { readonly connection: Exclude<BrokerConnection, 'connected'>; readonly reason: string }

/** Stays connected to an MQTT broker until it is closed, and reconnects with backoff. Never throws. */
export function openBroker(settings: BrokerSettings, listener: BrokerListener): Broker {
  const broker = new ReconnectingBroker(settings, listener)
  broker.start()
  return broker
}

class ReconnectingBroker implements Broker {
  readonly #settings: BrokerSettings
  readonly #listener: BrokerListener
  readonly #options: IClientOptions
  #client: MqttClient | null = null
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #failures = 0
  #lastLogged = ''
  /** After a message that was too long, a clean session makes the broker forget it. */
  #needsCleanSession = false

  constructor(settings: BrokerSettings, listener: BrokerListener) {
    this.#settings = settings
    this.#listener = listener
    this.#options = optionsOf(settings)
  }

  start(): void {
    this.#connect().catch((error: unknown) => this.#retry({ connection: 'no_response', reason: reasonOf(error) }))
  }

  isConnected(): boolean {
    return this.#client?.connected === true
  }

  publish(topic: string, payload: string, { retain = false } = {}): void {
    if (this.isConnected()) this.#client?.publish(topic, payload, { retain, qos: 1 }, () => {})
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    if (this.#client) await endConnection(this.#client, this.#settings.availabilityTopic)
  }

  async #connect(): Promise<void> {
    // Loaded on first use, because most servers have no broker.
    const { connect } = await import('mqtt')
    if (this.#isClosed) return
    const client = connect({ ...this.#options, clean: this.#needsCleanSession })
    this.#client = client
    let failure: Failure = { connection: 'no_response', reason: 'the connection closed' }
    const fail = (reason: Failure) => {
      failure = reason
      client.end(true)
    }
    client.on('error', (error) => fail({ connection: isDenial(error) ? 'denied' : 'no_response', reason: reasonOf(error) }))
    client.on('connect', () => this.#onConnect(client))
    client.once('close', () => {
      if (this.#client !== client || this.#isClosed) return
      this.#client = null
      this.#retry(failure)
    })
    client.handleMessage = (packet, acknowledge) => {
      void this.#listener.onMessage(messageOf(packet)).then((isDone) => {
        if (isDone) acknowledge()
      })
    }
    limitPackets(client, () => {
      this.#needsCleanSession = true
      fail({ connection: 'no_response', reason: 'a message is too long' })
    })
  }

  #onConnect(client: MqttClient): void {
    this.#failures = 0
    this.#needsCleanSession = false
    this.#lastLogged = ''
    client.publish(this.#settings.availabilityTopic, 'online', { retain: true, qos: 1 })
    // Before messages arrive.
    this.#listener.onConnection('connected')
    const subscriptions = Object.entries(this.#settings.subscriptions).map(([topic, qos]) => [topic, { qos }] as const)
    client.subscribe(Object.fromEntries(subscriptions))
  }

  #retry({ connection, reason }: Failure): void {
    if (this.#isClosed) return
    if (reason !== this.#lastLogged) this.#settings.log(`the MQTT broker isn’t connected and will be tried again: ${reason}`)
    this.#lastLogged = reason
    this.#failures += 1
    this.#timer = setTimeout(() => this.start(), backoffMs(this.#failures, retry))
    this.#listener.onConnection(connection)
  }
}

const isDenial = (error: Error) => 'code' in error && denials.includes(Number(error.code))

/** Reads the address here, because the library's own errors would quote the password. */
function optionsOf({ url, clientId, availabilityTopic }: BrokerSettings): IClientOptions {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isEncrypted = protocol === 'mqtts:'
  return {
    protocol: isEncrypted ? 'mqtts' : 'mqtt',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isEncrypted ? 8883 : 1883),
    ...(username === '' ? {} : { username: decodeURIComponent(username), password: decodeURIComponent(password) }),
    clientId,
    reconnectPeriod: 0,
    resubscribe: false,
    connectTimeout: connectTimeoutMs,
    keepalive: 30,
    will: { topic: availabilityTopic, payload: Buffer.from('offline'), qos: 1, retain: true },
  }
}

const messageOf = ({ topic, payload, retain }: IPublishPacket): BrokerMessage => ({
  topic,
  payload: Buffer.from(payload),
  isRetained: retain,
})

/** Calls `onTooLong` if more than `maxPacketBytes` arrive without completing a packet. */
function limitPackets(client: MqttClient, onTooLong: () => void): void {
  let pendingBytes = 0
  client.on('packetreceive', () => {
    pendingBytes = 0
  })
  client.stream.on('data', (chunk: Buffer) => {
    pendingBytes += chunk.length
    if (pendingBytes > maxPacketBytes) onTooLong()
  })
}

async function endConnection(client: MqttClient, availabilityTopic: string): Promise<void> {
  const { promise: isDone, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, closeTimeoutMs)
  if (client.connected) client.publish(availabilityTopic, 'offline', { retain: true, qos: 1 }, () => client.end(false, () => resolve()))
  else resolve()
  await isDone
  clearTimeout(timer)
  client.end(true)
}
