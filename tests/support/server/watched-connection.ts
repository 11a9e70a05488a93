import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
const idLine = /^(?:id: (\d+)|event: (resync))$/gm

/** What one device, which comes back whenever its stream ends, has heard of its household's log. */
export class Device {
  lastId: number | null = null
  /** Changes that were never sent, and such as came twice. */
  lost = 0
  twice = 0
  heard = 0
  /** Answers to opening that were neither a stream nor "nobody here now". */
  readonly refused: number[] = []
  /** How long it was without a stream, each time, in milliseconds. */
  readonly away: number[] = []
  #asking: ClientRequest | undefined
  #stopped = false
  #opened = Promise.withResolvers<void>()
  readonly opened = this.#opened.promise

  /** Reads until stopped. `firstWaitMs`: the pause before the first try to come back is between half of it and once and a half. */
  async watch(url: string, headers: Record<string, string>, firstWaitMs = 1000): Promise<void> {
    let since: number | null = null
    for (let tries = 0; !this.#stopped; tries++) {
      const wasOpen = await this.#read(url, headers, () => {
        if (since !== null) this.away.push(performance.now() - since)
        since = null
        tries = 0
        this.#opened.resolve()
      })
      if (wasOpen || since === null) since = performance.now()
      if (!this.#stopped) await pause(firstWaitMs * 2 ** Math.min(tries, 5) * (0.5 + Math.random() / 2), undefined, { ref: false })
    }
  }

  stop(): void {
    this.#stopped = true
    this.#asking?.destroy()
  }

  #read(url: string, headers: Record<string, string>, onOpen: () => void): Promise<boolean> {
    return new Promise((resolve) => {
      const after = this.lastId === null ? {} : { 'last-event-id': String(this.lastId) }
      const asking = request(`${url}/api/live`, { agent, headers: { ...headers, ...after } }, (answer) => {
        if (answer.statusCode !== 200) {
          this.refused.push(answer.statusCode ?? 0)
          answer.resume()
          return resolve(false)
        }
        let rest = ''
        let isFirst = true
        answer.setEncoding('utf8')
        answer.on('data', (text: string) => {
          if (isFirst) onOpen()
          isFirst = false
          rest += text
          const end = rest.lastIndexOf('\n\n')
          if (end < 0) return
          this.#take(rest.slice(0, end))
          rest = rest.slice(end + 2)
        })
        answer.on('error', () => {})
        answer.on('close', () => resolve(!isFirst))
      })
      this.#asking = asking
      asking.on('error', () => resolve(false))
      asking.end()
    })
  }

  #take(text: string): void {
    let isResync = false
    for (const [, id, resync] of text.matchAll(idLine)) {
      if (resync) isResync = true
      if (id === undefined) continue
      const seq = Number(id)
      if (this.lastId === null || seq === this.lastId) this.lastId = seq
      else if (seq < this.lastId) this.twice++
      else {
        this.lost += isResync ? seq - this.lastId : seq - this.lastId - 1
        this.heard++
        this.lastId = seq
      }
    }
  }
}
