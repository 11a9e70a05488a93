import { setTimeout as pause } from 'node:timers/promises'
import type { LiveFrame } from '#platform/shared/event.ts'
import { timeoutSignal } from '../runner/timeout-factor.ts'
import type { WirePerson } from './http-client.ts'

const soonMs = 5_000 * timeoutSignal

export interface Received extends LiveFrame {
  /** The event's id; the last frame of a change carries it. */
  id: number | null
}

/** `GET /api/live`, open, as a browser would hold it. */
export interface Stream {
  /** Everything received so far, in order; heartbeats are not kept. */
  readonly frames: Received[]
  /** Last id received, also of the greeting: what a browser would resume with. */
  lastId(): number | null
  /** The first frame, received already or within `ms`, that is as asked. Throws when none comes. */
  next(hasPendingUndo: (frame: Received) => boolean, ms?: number): Promise<Received>
  /** Settles when the server has ended it. */
  readonly ended: Promise<void>
  /** The same for a stream that is to end at once. Throws after a time that is far below the beat by which it would end anyway. */
  endsAtOnce(): Promise<void>
  close(): void
}

/** Opens the live stream of somebody's home. `after` is sent as Last-Event-ID. Throws unless it is answered with 200. */
export async function openStream(
  person: WirePerson,
  { url = person.url, after }: { url?: string; after?: number | undefined } = {},
): Promise<Stream> {
  const stop = new AbortController()
  const answer = await fetch(`${url}/api/live`, {
    headers: { ...person.headers(), ...(after === undefined ? {} : { 'last-event-id': String(after) }) },
    signal: stop.signal,
  })
  if (answer.status !== 200 || !answer.body) throw new Error(`/api/live answered ${answer.status}: ${await answer.text()}`)
  const frames: Received[] = []
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
        if (data !== undefined) frames.push({ ...(JSON.parse(data) as LiveFrame), id })
      }
      woken.resolve()
      woken = Promise.withResolvers()
    }
  }
  const ended = read(answer.body as ReadableStream<Uint8Array>).catch(() => {})

  return {
    frames,
    lastId: () => lastId,
    async next(hasPendingUndo, ms = 10_000) {
      const tooLate = pause(ms, 'late' as const, { ref: false })
      for (let seen = 0; ; ) {
        for (; seen < frames.length; seen++) {
          const frame = frames[seen] as Received
          if (hasPendingUndo(frame)) return frame
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
