import { startServer } from '#tests/support/server.ts'
import { stockedPantry } from './support/pantry.ts'
import { writeFileSync, mkdirSync } from 'node:fs'
const folder = process.argv[2] as string
mkdirSync(folder, {recursive: true})
const s = await startServer({ dataFolder: folder })
const p = await stockedPantry(s.url)
await p.fill(Number(process.argv[3]))
writeFileSync(folder + '/who.json', JSON.stringify({ home: p.person.home, token: p.person.token, ids: p.ingredientIds }))
await s.stop()
