import { startServer } from '#tests/support/server.ts'
import { httpRequest, load } from './support/load.ts'
import { cpuMs } from './support/processes.ts'
import { stockedPantry, aLot } from './support/pantry.ts'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
const which = process.argv[2]
const out = mkdtempSync('/tmp/benchlab/prof-')
const prof = process.argv[3] !== 'no'
const s = await startServer({ env: prof ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${out} --cpu-prof-interval=200` } : {} })
const p = await stockedPantry(s.url)
await p.fill(500)
const list = httpRequest('GET', '/api/inventory?limit=50', p.person.headers())
const adds = Array.from({ length: 600 }, (_, i) => httpRequest('POST', '/api/inventory', p.person.headers(), aLot(p.ingredientIds, i)))
let n = 0
const port = Number(new URL(s.url).port)
const request = which === 'list' ? () => list : () => adds[n++ % 600] as Buffer
await load({ port, connections: 32, seconds: 2, request })
const b = cpuMs(s.pid)
const r = await load({ port, connections: 32, seconds: 6, request })
console.log(r, 'cpu us/req', (cpuMs(s.pid) - b) * 1000 / r.requests)
await s.stop()
if (prof) {
const file = readdirSync(out).map(f => out + '/' + f).sort((a,b)=> readFileSync(b).length - readFileSync(a).length)[0] as string
const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8'))
const byId = new Map(nodes.map((x: any) => [x.id, x])); const self = new Map<number, number>()
const start = samples.length >> 1
let total = 0
for (let i = start; i < samples.length; i++) { self.set(samples[i], (self.get(samples[i]) ?? 0) + timeDeltas[i]); total += timeDeltas[i] }
const agg = new Map<string, number>(); const name = (x: any) => `${x.callFrame.functionName || '(anon)'} ${x.callFrame.url.replace(/.*(node_modules|main)\//, '').slice(-60)}:${x.callFrame.lineNumber + 1}`
for (const [id, t] of self) { const k = name(byId.get(id)); agg.set(k, (agg.get(k) ?? 0) + t) }
console.log('SELF'); for (const [k, t] of [...agg].sort((a, b) => b[1] - a[1]).slice(0, 45)) console.log((100 * t / total).toFixed(1).padStart(5), k)
// inclusive
const incl = new Map<string, number>()
const walk = (id: number, stack: Set<string>): number => { const x: any = byId.get(id); const k = name(x); const fresh = !stack.has(k); if (fresh) stack.add(k); let t = self.get(id) ?? 0; for (const c of x.children ?? []) t += walk(c, stack); if (fresh) { stack.delete(k); incl.set(k, (incl.get(k) ?? 0) + t) } return t }
walk(nodes[0].id, new Set())
console.log('INCL'); for (const [k, t] of [...incl].sort((a, b) => b[1] - a[1]).slice(0, 70)) console.log((100 * t / total).toFixed(1).padStart(5), k)
}
rmSync(out, { recursive: true })
