import { join } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { findMessages, readSources } from './messages-in-source.ts'

const project = join(import.meta.dirname, '..')
/** Texts for people are marked: by a macro on the screens, by a comment elsewhere. */
const mark = /@lingui\/(?:core|react)\/macro|\/\*i18n\*\//
/** Texts used only by the server aren't shipped to browsers. */
const isServers = (path: string) => /\/server\//.test(path)

/** Compares the texts of the code with the catalogs; `write` updates every catalog. */
export async function compareMessages() {
  process.chdir(project)
  const config = getConfig({ cwd: project, skipValidation: true })
  const files = readSources(project)
  const told = files.map(({ path, source }) => ({ path, ...findMessages(path, source) }))
  const catalogs = await getCatalogs(config)
  const elsewhere = new Set<string>()
  const sides = []
  for (const catalog of catalogs) {
    const isHere = ({ path }: { path: string }) => isServers(path) === isServers(catalog.path)
    const said = await catalog.collect({ files: files.filter((file) => isHere(file) && mark.test(file.source)).map(({ path }) => path) })
    if (!said) throw new Error('A text could not be read; the message above says which.')
    const messages = new Set(Object.values(said).flatMap(({ message, context }) => (message && !context ? [message] : [])))
    // The same text on a screen is one entry.
    for (const [id, { message }] of Object.entries(said)) if (message === undefined && messages.has(id)) delete said[id]
    for (const text of told.filter(isHere).flatMap(({ texts }) => texts)) {
      // In the browser, a text with placeholders has its own key; a plain text is its own key everywhere.
      if (!(text in said) && !(messages.has(text) && !text.includes('{'))) said[text] = { placeholders: {}, comments: [], origin: [] }
    }
    for (const id of Object.keys(said)) if (elsewhere.has(id) || elsewhere.has(said[id]?.message ?? '')) delete said[id]
    for (const [id, { message, context }] of Object.entries(said)) if (!context) elsewhere.add(message ?? id)
    sides.push({ catalog, said })
  }
  const languages = await Promise.all(
    sides.flatMap(({ catalog, said }) =>
      config.locales.map(async (locale) => {
        const textOf = (id: string) => said[id]?.message ?? id
        const ids = Object.keys(said).sort((a, b) => textOf(a).localeCompare(textOf(b), 'en') || (a < b ? -1 : 1))
        const held = (await catalog.read(locale)) ?? {}
        const twins = new Map(Object.entries(held).map(([id, { message, translation }]) => [message ?? id, translation]))
        const translated = (id: string) => held[id]?.translation || (said[id]?.context ? '' : (twins.get(textOf(id)) ?? ''))
        return {
          locale: isServers(catalog.path) ? `${locale} (server)` : locale,
          missing: ids.filter((id) => !held[id]?.translation).map(textOf),
          obsolete: Object.keys(held).filter((id) => !(id in said)),
          pairs: ids.map((id) => ({ id, text: textOf(id), translation: held[id]?.translation ?? '' })),
          write: () =>
            catalog.write(
              locale,
              Object.fromEntries(ids.map((id) => [id, { ...said[id], comments: [], placeholders: {}, translation: translated(id) }])),
            ),
        }
      }),
    ),
  )
  return {
    count: sides.reduce((sum, { said }) => sum + Object.keys(said).length, 0),
    glued: told.flatMap(({ path, glued }) => glued.map((text) => `${path}: ${text}`)),
    languages,
  }
}

if (import.meta.main) {
  const { count, glued, languages } = await compareMessages()
  for (const text of glued) console.log(`not said by say: ${text}`)
  for (const { locale, missing, obsolete, write } of languages) {
    await write()
    console.log(`${locale}: ${missing.length} of ${count} texts still to translate, ${obsolete.length} dropped`)
  }
}
