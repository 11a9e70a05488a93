import { get } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { changedTables, digestOf } from '#tests/support/database/digest.ts'
import { portOf } from '#tests/support/server/http-app.ts'
import { httpRequestOf, nameOf, notSetUp, type Sample, type Wire } from '#tests/support/server/requests.ts'
import type { TestApp } from '#tests/support/server/test-app.ts'

/** The app that gets the requests, and the test app whose data it uses. */
export interface Site {
  readonly app: FastifyInstance
  readonly testApp: TestApp
  readonly seeded: SeededHouseholds
}

export interface Received {
  status: number
  text: string
  code: string | undefined
}

/** Sends a request; of an event stream reads only the head. */
export async function performRequest(app: FastifyInstance, endpoint: Endpoint, wire: Wire): Promise<Received> {
  if (endpoint.media === 'event-stream') return sendToStream(app, wire)
  const { method, url, headers, payload } = wire
  const answer = await app.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) })
  return heard(answer.statusCode, answer.body)
}

/** Uses a new connection: the server may close a kept one as it is used again. */
async function sendToStream(app: FastifyInstance, { url, headers }: Wire): Promise<Received> {
  const port = await portOf(app)
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: url, headers, agent: false }, (answer) => {
      const status = answer.statusCode ?? 0
      let text = ''
      answer.setEncoding('utf8').on('data', (more: string) => (text += more))
      if (status >= 300) answer.once('end', () => resolve(heard(status, text)))
      else {
        resolve(heard(status, ''))
        request.destroy()
      }
    })
    request.on('error', reject)
  })
}

function heard(status: number, text: string): Received {
  const isProblem = status >= 400 && text.startsWith('{')
  return { status, text, code: isProblem ? JSON.parse(text).code : undefined }
}

/** While nothing is written, checking for changes costs almost nothing. */
export const readsFirst = (rows: readonly Endpoint[]): Endpoint[] =>
  rows.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))

/** Runs cells, counts them and collects problems. */
export interface Inspector {
  readonly site: Site
  readonly findings: string[]
  cells(): number
  /** One cell: rejected with this status and code, and no table changes. */
  refuses(
    column: string,
    endpoint: Endpoint,
    sample: Sample,
    headers: Record<string, string>,
    status: number,
    code: string | undefined,
  ): Promise<Received>
  /** One cell: the response matches the contract; a read changes nothing. */
  allows(column: string, endpoint: Endpoint, sample: Sample, headers: Record<string, string>): Promise<Received>
  /** Checks that the rejected cells changed nothing since the last check, also by background work. */
  unchanged(): Promise<void>
  /** One cell: accepted, and a table changes if and only if `writes`. Returns the response. */
  accepts(
    column: string,
    endpoint: Endpoint,
    sample: Sample,
    headers: Record<string, string>,
    expected: { status: number; code: string | undefined; writes: boolean },
  ): Promise<Received>
  /** One cell that the caller judged. */
  judge(column: string, endpoint: Endpoint, problem: string | null): void
}

export function inspect(site: Site): Inspector {
  const findings: string[] = []
  const { database, jobs } = site.testApp.server
  let cells = 0
  let before: Record<string, string> | null = null
  let refused: string[] = []

  const note = (column: string, endpoint: Endpoint, problem: string) => findings.push(`${nameOf(endpoint)} × ${column}: ${problem}`)
  const compare = async (who: string, then: Record<string, string>) => {
    const now = await digestOf(database)
    const changed = changedTables(then, now)
    if (changed.length > 0) findings.push(`${who}: changed ${changed.join(', ')}`)
    return now
  }
  const judgeAnswer = (column: string, endpoint: Endpoint, answer: Received, status: number, code: string | undefined) => {
    if (answer.status === status && answer.code === code) return
    note(column, endpoint, `${answer.status} ${answer.code ?? ''} instead of ${status} ${code ?? ''}: ${answer.text.slice(0, 200)}`)
  }
  const lookedAt = () => {
    if (before) throw new Error(`whether ${refused.join()} changed anything was not looked at before more was done`)
  }

  return {
    site,
    findings,
    cells: () => cells,
    async refuses(column, endpoint, sample, headers, status, code) {
      cells++
      before ??= await digestOf(database)
      refused.push(`${nameOf(endpoint)} × ${column}`)
      const answer = await performRequest(site.app, endpoint, httpRequestOf(endpoint, sample, headers))
      if (answer.status !== status || answer.code !== code)
        note(column, endpoint, `${answer.status} ${answer.code ?? ''} instead of ${status} ${code}`)
      before = await compare(`${nameOf(endpoint)} × ${column}`, before)
      return answer
    },
    async unchanged() {
      await jobs.settle()
      if (before) await compare(`later, one of ${refused.join(' or ')}`, before)
      before = null
      refused = []
    },
    async allows(column, endpoint, sample, headers) {
      lookedAt()
      cells++
      const then = endpoint.method === 'GET' && endpoint.auth !== 'public' ? await digestOf(database) : null
      const answer = await performRequest(site.app, endpoint, httpRequestOf(endpoint, sample, headers))
      const [status, code] = notSetUp[nameOf(endpoint)] ?? [endpoint.status, undefined]
      judgeAnswer(column, endpoint, answer, status, code)
      if (then) await compare(`${nameOf(endpoint)} × ${column}`, then)
      return answer
    },
    async accepts(column, endpoint, sample, headers, { status, code, writes }) {
      lookedAt()
      cells++
      const then = await digestOf(database)
      const answer = await performRequest(site.app, endpoint, httpRequestOf(endpoint, sample, headers))
      judgeAnswer(column, endpoint, answer, status, code)
      const changed = changedTables(then, await digestOf(database))
      if (writes && changed.length === 0) note(column, endpoint, 'changed nothing')
      if (!writes && changed.length > 0) note(column, endpoint, `changed ${changed.join(', ')}`)
      return answer
    },
    judge(column, endpoint, problem) {
      cells++
      if (problem !== null) note(column, endpoint, problem)
    },
  }
}
