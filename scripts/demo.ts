/**
 * `npm run demo`: creates a household with half a year of history in an empty folder (LARDER_DATA_DIR, by default ./data-demo) or an empty
 * PostgreSQL database (DATABASE_URL), and starts the server on it. Never changes existing data; an existing demo is started as it is.
 *
 *   npm run demo -- --language de    (en, de or fr)
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compose } from '#app/compose.ts'
import { readConfig } from '#app/config.ts'
import { hasData } from '#platform/server/database/postgres/backup.ts'
import { isLanguage, languages } from '#platform/shared/language.ts'
import { makeDemo } from './demo/make.ts'

const folder = resolve(process.env['LARDER_DATA_DIR'] || './data-demo')
const databaseUrl = process.env['DATABASE_URL'] || null
const marker = join(folder, 'demo.txt')
const { language } = parseArgs({ options: { language: { type: 'string', default: 'en' } } }).values

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

async function make(): Promise<void> {
  if (!isLanguage(language)) refuse(`Choose a language: ${languages.join(', ')}.`)
  if (databaseUrl !== null && (await hasData(databaseUrl)))
    refuse('This database already contains Larder data. The demo needs an empty one.')
  mkdirSync(folder, { recursive: true })
  const began = performance.now()
  const quiet = { SMTP_URL: '', LARDER_SIGNUP: 'open', LARDER_RATE_LIMITS: 'off', LARDER_BACKUP_HOURS: '0', LARDER_LOG_LEVEL: 'error' }
  const server = await compose(readConfig({ ...process.env, ...quiet, LARDER_DATA_DIR: folder }), () => 'http://localhost')
  try {
    const { maya, password } = await makeDemo(server, Intl.DateTimeFormat().resolvedOptions().timeZone, language)
    writeFileSync(marker, `Sign in as ${maya.email} with the password “${password}”.\n`)
  } finally {
    await server.close()
  }
  console.log(`Created a demo household in ${((performance.now() - began) / 1000).toFixed(1)} seconds.`)
}

if (!existsSync(marker)) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    refuse(`${folder} is not empty, and the demo doesn’t change existing data. Choose another folder with LARDER_DATA_DIR.`)
  console.log('Creating six months of household data …')
  await make()
}
console.log(readFileSync(marker, 'utf8').trim())
process.env['LARDER_DATA_DIR'] = folder
// With mail set up, a demo account would have to confirm an address that no one reads.
delete process.env['SMTP_URL']
await import('#app/server.ts')
