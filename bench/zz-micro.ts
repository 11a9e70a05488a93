import { Connection } from '#platform/server/sqlite/connection.ts'
import { listLots } from '#domains/inventory/server/store/list-lots.ts'
import { toLot } from '#domains/inventory/server/service/show.ts'
import { sessionAndMembership } from '#domains/households/server/service/identify.ts'
import { readFileSync } from 'node:fs'
const who = JSON.parse(readFileSync('/tmp/benchlab/d500/who.json','utf8'))
const c = new Connection('/tmp/benchlab/d500/larder.db', true)
let sql = '', values: any[] = []
await listLots({ rows: async (s: string, v: any) => { sql = s; values = v; return [] } } as any, who.home, { isActive: true, sort: 'expirationDate', order: 'asc', after: null, limit: 51 } as any)
const list = c.db.prepare(sql)
const arr = c.db.prepare(sql); (arr as any).setReturnArrays?.(true)
const session = c.db.prepare(sessionAndMembership)
const today='2026-11-21'
function time(name: string, f: () => unknown, n = 3000) { for (let i=0;i<500;i++) f(); const t0=process.cpuUsage(); for (let i=0;i<n;i++) f(); const d=process.cpuUsage(t0); console.log(name.padEnd(30), ((d.user+d.system)/n).toFixed(1), 'us') }
const rows = list.all(...values) as any[]
for (let k=0;k<2;k++){
time('session.get', () => session.get(who.home, who.token.slice(0,32)), 20000)
time('list.all', () => list.all(...values))
time('list.all arrays', () => arr.all(...values))
time('toLot', () => rows.map(r => toLot(r, today)))
const lots = rows.map(r => toLot(r, today))
time('stringify', () => JSON.stringify(lots))
const text = JSON.stringify(lots)
time('byteLength', () => Buffer.byteLength(text))
console.log(text.length)
}
console.log(sql)
