import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'

const project = join(import.meta.dirname, '..')
/** A text for people is marked: by one of the macros on the screens, by a comment before it elsewhere. */
const mark = /@lingui\/(?:core|react)\/macro|\/\*i18n\*\//

function markedFiles(): string[] {
  return readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test|\.d)\.tsx?$/.test(name))
    .map((name) => join('src', name))
    .filter((name) => mark.test(readFileSync(join(project, name), 'utf8')))
}

/** What the code says and what the catalogues hold; `written` is every catalogue with exactly the texts of the code. */
export async function compareWords() {
  process.chdir(project)
  const config = getConfig({ cwd: project, skipValidation: true })
  const [catalog] = await getCatalogs(config)
  if (!catalog) throw new Error('lingui.config.ts names no catalogue.')
  const said = await catalog.collect({ files: markedFiles() })
  if (!said) throw new Error('A text could not be read; the message above says which.')
  const ids = Object.keys(said).sort((a, b) => textOf(a).localeCompare(textOf(b), 'en') || (a < b ? -1 : 1))
  function textOf(id: string): string {
    return said?.[id]?.message ?? id
  }
  const languages = await Promise.all(
    config.locales.map(async (locale) => {
      const held = (await catalog.read(locale)) ?? {}
      const translated = (id: string) => held[id]?.translation ?? ''
      return {
        locale,
        missing: ids.filter((id) => translated(id) === '').map(textOf),
        obsolete: Object.keys(held).filter((id) => !(id in said)),
        pairs: ids.map((id) => ({ id, text: textOf(id), translation: translated(id) })),
        write: () =>
          catalog.write(
            locale,
            Object.fromEntries(ids.map((id) => [id, { ...said[id], comments: [], placeholders: {}, translation: translated(id) }])),
          ),
      }
    }),
  )
  return { count: ids.length, languages }
}

if (import.meta.main) {
  const { count, languages } = await compareWords()
  for (const { locale, missing, obsolete, write } of languages) {
    await write()
    console.log(`${locale}: ${count} texts, ${missing.length} still to translate, ${obsolete.length} dropped`)
  }
}
