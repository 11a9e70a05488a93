/**
 * Preloaded into a server. Each response carries the number of statements since its request began (`x-statements`) and their verbs and
 * tables
 * (`x-statement-kinds`), without those that begin and end transactions. Background work isn't counted.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'
import { StatementSync } from 'node:sqlite'
import pg from 'pg'

export const countHeader = 'x-statements'
export const kindsHeader = 'x-statement-kinds'

const asked = new AsyncLocalStorage<string[]>()
const brackets = /^\s*(begin|commit|rollback|savepoint|release|pragma)\b/i
function count(text: unknown): void {
  if (typeof text === 'string' && !brackets.test(text)) asked.getStore()?.push(text)
}

for (const way of ['all', 'get', 'run', 'iterate'] as const) {
  const original = StatementSync.prototype[way]
  Object.assign(StatementSync.prototype, {
    [way](this: StatementSync, ...given: unknown[]) {
      count(this.sourceSQL)
      return Reflect.apply(original, this, given)
    },
  })
}
const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  const [first] = given
  count(typeof first === 'object' && first !== null && 'text' in first ? first.text : first)
  return Reflect.apply(query, this, given)
} as typeof query

/** "select lots x3, insert changes x1" */
function kindsOf(texts: readonly string[]): string {
  const kindOf = (text: string) => {
    const verb = /\w+/.exec(text)?.[0]?.toLowerCase() ?? ''
    const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text)?.[1] ?? /\w+\s+(\w+)/.exec(text)?.[1] ?? ''
    return `${verb} ${table}`.trim()
  }
  return [...Map.groupBy(texts, kindOf)].map(([kind, all]) => `${kind} x${all.length}`).join(', ')
}

channel('http.server.request.start').subscribe(() => {
  asked.enterWith([])
})
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function counted(this: ServerResponse, ...given: unknown[]) {
  const texts = asked.getStore() ?? []
  this.setHeader(countHeader, texts.length)
  this.setHeader(kindsHeader, kindsOf(texts).slice(0, 4000))
  return Reflect.apply(writeHead, this, given)
} as typeof writeHead
