import { languageOf } from '#domains/account/server/index.ts'
import type { ShoppingDeps } from '#domains/shopping/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { openRateLimiter, type RateLimitMode } from '#platform/server/endpoints/rate-limiter.ts'
import { withLanguage } from '#platform/server/i18n/current-language.ts'
import { coalesceByKey } from '#platform/server/jobs/coalesce-by-key.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import { reasonOf } from '#platform/shared/logged-error.ts'
import type { BrokerConnection } from '../../contract.ts'
import { availabilityTopic, birthTopic, discoveryTopic, everyHousehold, parseTopic, topicsOf } from '../../rules/topics.ts'
import { type Broker, type BrokerMessage, openBroker } from '../gateway/broker.ts'
import { type ActiveLink, activeLinks, setConnection } from '../store.ts'
import { discoveryMessage } from '../use-cases/discovery-message.ts'
import { type CommandDeps, handleCommandMessage } from '../use-cases/handle-command-message.ts'
import { memberOfLink } from '../use-cases/member-of-link.ts'
import { readState } from '../use-cases/read-state.ts'

export interface PublisherDeps {
  readonly database: Database
  /** Of the broker. */
  readonly url: string
  /** As set in Home Assistant. */
  readonly discoveryPrefix: string
  /** Names this installation on the broker. */
  readonly serverId: string
  readonly version: string
  readonly publicUrl: string | null
  readonly shopping: ShoppingDeps
  readonly rateLimits: RateLimitMode
  readonly log: (message: string) => void
}

/** How often households are read for what no change announces, such as midnight. */
const pollMs = 15_000
const debounceMs = 500
/** Home Assistant just started, and many others publish too. */
const birthDelayMs = 2_000
const commandsPerMinute = 60
const jobs = { crossHousehold: 'jobs' } as const

/** What was published of a household. */
interface Sent {
  readonly today: string
  readonly discovery: string
  readonly state: string
}

/** Publishes households to the broker and runs commands from there, one thing after the other. */
export class HouseholdPublisher {
  readonly #deps: PublisherDeps
  readonly #now: () => Date
  readonly #broker: Broker
  readonly #commands: CommandDeps
  readonly #changes = coalesceByKey<HouseholdId, null>({ delayMs: debounceMs }, (householdId) =>
    this.#enqueue(() => this.#refresh(householdId)),
  )
  readonly #births = coalesceByKey<string, null>({ delayMs: birthDelayMs }, () => this.#publishAgain())
  #links = new Map<string, ActiveLink>()
  readonly #sent = new Map<string, Sent>()
  /** Households with something on the broker, also while `#sent` is forgotten to publish all again. */
  readonly #published = new Set<string>()
  #connection: BrokerConnection | null = null
  #work: Promise<void> = Promise.resolve()
  #polledAt = Number.NEGATIVE_INFINITY
  /** Whether something may be unpublished besides what is new: after a break, or after a failure. */
  #isStale = true
  #isClosed = false

  constructor(deps: PublisherDeps, now: () => Date) {
    const { database, shopping, log, rateLimits, url, serverId, discoveryPrefix } = deps
    const limiter = rateLimits === 'off' ? null : openRateLimiter(database, 'home assistant commands', commandsPerMinute, 60_000)
    this.#deps = deps
    this.#now = now
    this.#commands = { database, shopping, limiter, log }
    const subscriptions = { [birthTopic(discoveryPrefix)]: 0, [everyHousehold.command]: 1, [everyHousehold.state]: 0 } as const
    this.#broker = openBroker(
      { url, clientId: `larder-${serverId}`, subscriptions, availabilityTopic: availabilityTopic(serverId), log },
      {
        onConnection: (connection) => this.#onConnection(connection),
        onMessage: async (message) => {
          await this.#enqueue(() => this.#onMessage(message))
          return !this.#isClosed
        },
      },
    )
  }

  onChange(householdId: HouseholdId): void {
    if (this.#links.has(householdId)) this.#changes.add(householdId, null)
  }

  /** A household was switched on or off. */
  onLinksChanged(): void {
    this.#polledAt = Number.NEGATIVE_INFINITY
    this.poll()
    void this.#enqueue(() => this.#storeConnection())
  }

  poll(): void {
    if (performance.now() - this.#polledAt < pollMs || !this.#broker.isConnected()) return
    this.#polledAt = performance.now()
    void this.#enqueue(() => this.#refreshAll())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#changes.close()
    this.#births.close()
    await this.#work
    await this.#broker.close()
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work
      .then(() => (this.#isClosed ? undefined : work()))
      .catch((error: unknown) => {
        this.#isStale = true
        this.#deps.log(`sending to Home Assistant failed: ${reasonOf(error)}`)
      })
    return this.#work
  }

  #onConnection(connection: BrokerConnection): void {
    this.#connection = connection
    if (connection === 'connected') this.#publishAgain()
    void this.#enqueue(() => this.#storeConnection())
  }

  /** Publishes all households, whether they changed or not. */
  #publishAgain(): void {
    void this.#enqueue(async () => {
      this.#sent.clear()
      this.#isStale = true
      await this.#refreshAll()
    })
  }

  async #onMessage({ topic, payload, isRetained }: BrokerMessage): Promise<void> {
    if (topic === birthTopic(this.#deps.discoveryPrefix) && payload.toString() === 'online') this.#births.add(topic, null)
    const about = parseTopic(topic)
    if (!about) return
    const link = this.#links.get(about.householdId)
    if (about.kind === 'state' && isRetained && !link && this.#isOwn(payload)) this.#clear(about.householdId)
    // A retained command would run at every connect.
    if (about.kind !== 'command' || isRetained || !link) return
    const result = await this.#inLanguageOf(link, () => handleCommandMessage(this.#commands, link, payload, this.#now()))
    this.#broker.publish(topicsOf(about.householdId).result, JSON.stringify(result))
  }

  /** Returns whether this server published a state, perhaps before a restart. */
  #isOwn(state: Buffer): boolean {
    try {
      return JSON.parse(state.toString()).server === this.#deps.serverId
    } catch {
      return false
    }
  }

  /** Reads which households are sent, publishes those that are new or have a new day, and removes those that ended. */
  async #refreshAll(): Promise<void> {
    const links = await this.#deps.database.read(jobs, (q) => activeLinks(q))
    this.#links = new Map(links.map((link) => [link.household_id, link]))
    for (const id of this.#published) if (!this.#links.has(id)) this.#clear(id)
    if (links.some(({ household_id }) => !this.#sent.has(household_id))) await this.#storeConnection()
    const isDue = ({ household_id, time_zone }: ActiveLink) =>
      this.#isStale || this.#sent.get(household_id)?.today !== dateInTimeZone(time_zone, this.#now())
    for (const link of links) if (isDue(link)) await this.#publish(link)
    this.#isStale = false
  }

  async #refresh(householdId: HouseholdId): Promise<void> {
    const [link] = await this.#deps.database.read(householdId, (q) => activeLinks(q, householdId))
    if (link) {
      this.#links.set(householdId, link)
      await this.#publish(link)
    } else {
      this.#links.delete(householdId)
      if (this.#published.has(householdId)) this.#clear(householdId)
    }
  }

  /** Publishes what changed since the last time. */
  async #publish(link: ActiveLink): Promise<void> {
    const { database, discoveryPrefix, serverId, version, publicUrl } = this.#deps
    if (!this.#broker.isConnected()) return
    const { household_id: householdId, name: householdName } = link
    const member = memberOfLink(link, this.#now())
    const sent = await this.#inLanguageOf(link, async (): Promise<Sent> => {
      const state = await database.read(householdId, (q) => readState(q, member, serverId))
      const discovery = discoveryMessage({ householdId, householdName, serverId, version, publicUrl })
      return { today: member.today, discovery: JSON.stringify(discovery), state: JSON.stringify(state) }
    })
    const before = this.#sent.get(householdId)
    if (sent.discovery !== before?.discovery) this.#retain(discoveryTopic(discoveryPrefix, householdId), sent.discovery)
    if (sent.state !== before?.state) this.#retain(topicsOf(householdId).state, sent.state)
    this.#sent.set(householdId, sent)
    this.#published.add(householdId)
  }

  /** Removes the device from Home Assistant and the household's state from the broker. */
  #clear(householdId: string): void {
    this.#retain(discoveryTopic(this.#deps.discoveryPrefix, householdId), '')
    this.#retain(topicsOf(householdId).state, '')
    this.#sent.delete(householdId)
    this.#published.delete(householdId)
  }

  readonly #retain = (topic: string, payload: string) => this.#broker.publish(topic, payload, { retain: true })

  /** Runs work in the language of the member who switched it on. */
  async #inLanguageOf<T>({ household_id, created_by: id }: ActiveLink, work: () => Promise<T>): Promise<T> {
    const language: Language = await this.#deps.database.read(household_id, (q) => languageOf(q, { id }))
    return withLanguage(language, work)
  }

  async #storeConnection(): Promise<void> {
    const connection = this.#connection
    if (connection === null) return
    const since = this.#now().toISOString()
    await this.#deps.database.write(jobs, 'note the connection to the broker', (tx) => setConnection(tx, connection, since))
  }
}
