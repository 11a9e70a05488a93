import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveFrame } from '#platform/shared/event.ts'
import { syncEvent } from '#platform/shared/sync-address.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'
import type { HttpPerson } from './http-client.ts'

const soonMs = 5_000 * timeoutFactor

export interface ReceivedFrame extends LiveFrame {
  /** The event's id. Of a change's frames, only the last has one. */
  id: number | null
}

/** An open `GET /api/live`, as in a browser. */
export interface Stream {
  /** All received frames in order, without heartbeats. */
  readonly frames: ReceivedFrame[]
  /** Returns the last id received, which a browser would send to resume. */
  lastId(): number | null
  /** Returns the first frame, received already or within `ms`, that satisfies `isMatch`. Throws if there is none. */
  next(isMatch: (frame: ReceivedFrame) => boolean, ms?: number): Promise<ReceivedFrame>
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  /** Resolves when the server ends the stream immediately. Throws after a time far below the next heartbeat, which would end it anyway. */
  endsAtOnce(): Promise<void>
  close(): void
}

/**
 * Opens the live stream of a person's household. Sends `after` as Last-Event-ID. Leaves out synced rows unless `withRows`. Throws unless the
 * status is 200.
 */
export async function openStream(
  person: HttpPerson,
  { url = person.url, after, withRows = false }: { url?: string; after?: number | undefined; withRows?: boolean } = {},
): Promise<Stream> {
  const stop = new AbortController()
  const answer = await fetch(`${url}/api/live`, {
    headers: { ...person.headers(), ...(after === undefined ? {} : { 'last-event-id': String(after) }) },
    signal: stop.signal,
  })
  if (answer.status !== 200 || !answer.body) throw new Error(`/api/live answered ${answer.status}: ${await answer.text()}`)
  const frames: ReceivedFrame[] = []
  let lastId: number | null = null
  let woken = Promise.withResolvers<void>()

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
        const id = fields.has('id') ? Number(fields.get('id')) : null
        if (id !== null) lastId = id
        const data = fields.get('data')
        if (data === undefined) continue
        const frame = { ...(JSON.parse(data) as LiveFrame), id }
        if (withRows || frame.event !== syncEvent) frames.push(frame)
      }
      woken.resolve()
      woken = Promise.withResolvers()
    }
  }
  const ended = read(answer.body as ReadableStream<Uint8Array>).catch(() => {})

  return {
    frames,
    lastId: () => lastId,
    async next(isMatch, ms = 10_000) {
      const tooLate = pause(ms, 'late' as const, { ref: false })
      for (let seen = 0; ; ) {
        for (; seen < frames.length; seen++) {
          const frame = frames[seen] as ReceivedFrame
          if (isMatch(frame)) return frame
        }
        const what = await Promise.race([woken.promise, tooLate, ended.then(() => 'ended' as const)])
        if (seen === frames.length && (what === 'late' || what === 'ended'))
          throw new Error(`the frame did not come (${what}); received: ${JSON.stringify(frames.slice(-5))}`)
      }
    },
    ended,
    async endsAtOnce() {
      const tooLate = pause(soonMs, 'late' as const, { ref: false })
      if ((await Promise.race([ended, tooLate])) === 'late') throw new Error(`the stream was still open after ${soonMs} ms`)
    },
    close: () => stop.abort(),
  }
}

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
const idLine = /^(?:id: (\d+)|event: (resync))$/gm

/** A client that reconnects whenever its stream ends, and checks that it receives every change of its household once. */
export class Device {
  lastId: number | null = null
  /** Counts changes that were missed, and repeated ones. */
  lost = 0
  twice = 0
  heard = 0
  /** Statuses of failed connections, except for those during a restart. */
  readonly refused: number[] = []
  /** Milliseconds without a stream, one entry for each reconnect. */
  readonly away: number[] = []
  #asking: ClientRequest | undefined
  #stopped = false
  #opened = Promise.withResolvers<void>()
  readonly opened = this.#opened.promise

  /** Reads until stopped. The pause before the first reconnect is `firstWaitMs` times 0.5 to 1.5. */
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
