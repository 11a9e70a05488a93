import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { compareMessages } from './extract-messages.ts'
import { findUntranslated } from './find-untranslated.ts'
import { findMessages, readSources } from './messages-in-source.ts'
import { signedOutFiles, signedOutTexts } from './signed-out-messages.ts'

const project = join(import.meta.dirname, '..')
const { count, glued, languages } = await compareMessages()

/** What a translation has to keep: placeholders by name, tags by number, the figure of a plural. */
function fixtures(message: string): string[] {
  const found = [...message.matchAll(/(?<!(?:one|other) )\{(\w+)(?=[},])|<\/?(\d+)\/?>|#/g)].map(([whole, name]) => name ?? whole)
  return [...new Set(found)].sort()
}

test('every text of the code is in every catalog, and nothing else is', () => {
  expect(count).toBeGreaterThan(400)
  for (const { locale, missing, obsolete } of languages) {
    expect({ locale, missing, obsolete }, 'npm run messages brings the catalogs in line; then translate what is new').toEqual({
      locale,
      missing: [],
      obsolete: [],
    })
  }
})

test('no text of any screen passes the catalog by', () => {
  const screens = readSources(project).filter(({ path }) => /\/web\b.*\.tsx?$/.test(path))
  expect(screens.length).toBeGreaterThan(250)
  expect(screens.flatMap(({ path, source }) => findUntranslated(source, path).map((text) => `${path}: ${text}`))).toEqual([])
})

test.each([
  '<p>Nothing here</p>',
  '<Field label="Some name" />',
  "<Field label={isNew ? t`New name` : 'Old name'} />",
  "<p>{count === 0 ? 'No news' : t`News`}</p>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
  '<p>{`${count} Things`}</p>',
  "toast.done('All done')",
  "[isOpened ? 'Opened' : 'No'].join()",
  "<TextInput error={isMissing ? 'Enter it.' : undefined} />",
])('a text that passes the catalog by is seen: %s', (source) => {
  expect(findUntranslated(`const x = ${source}`)).toHaveLength(1)
})

test('a refusal with a hole in it is said by say, or no catalog could know it', () => {
  expect(glued).toEqual([])
})

test.each([
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is code
  ['const a = say`Only ${n} left`', { texts: ['Only {0} left'], glued: [] }],
  ["say`in ${many(n, { one: '# day', other: '# days' })}`", { texts: ['in {0, plural, one {# day} other {# days}}'], glued: [] }],
  ["throw conflict('gone', 'It is gone.')", { texts: ['It is gone.'], glued: [] }],
  ['throw new Problem(404, "gone", `${name} is gone.`)', { texts: [], glued: ['`${name} is gone.`'] }],
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: it was code
  ["z.string().min(1).refine(isGood, 'Please.')", { texts: ['Please.'], glued: [] }],
])('what code without macros says is found: %s', (source, found) => {
  expect(findMessages('src/domains/x/contract.ts', source)).toEqual(found)
})

test('a translation keeps the placeholders, tags and figures of its text', () => {
  const wrong = languages.flatMap(({ locale, pairs }) =>
    pairs
      .filter(({ text, translation }) => String(fixtures(text)) !== String(fixtures(translation)))
      .map(({ text, translation }) => `${locale}: ${text} → ${translation}`),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['{count} left', '{n} übrig'],
  ['Go to <0>Sign in</0>', 'Geh zur Anmeldung'],
  ['{n, plural, one {# day} other {# days}}', '{n, plural, one {ein Tag} other {Tage}}'],
])('a lost part is seen: %s → %s', (text, translation) => {
  expect(fixtures(translation)).not.toEqual(fixtures(text))
})

test('in French, no line ends before a sign that stands with a space', () => {
  const french = languages.filter(({ locale }) => locale === 'fr').flatMap(({ pairs }) => pairs.map(({ translation }) => translation))
  expect(french.length).toBeGreaterThan(400)
  expect(french.filter((text) => /\S [?!:;»]|« |[\p{L}\d}>][?!;»]|«\S/u.test(text))).toEqual([])
})

/** The files a page loads before its language is known: the entry and what it imports at once. */
function loadedFirst(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry) || !existsSync(join(project, entry))) return found
  found.add(entry)
  for (const [, from = ''] of readFileSync(join(project, entry), 'utf8').matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gm)) {
    const path = from.startsWith('#') ? from.replace(/^#/, 'src/') : from.startsWith('.') ? join(dirname(entry), from) : ''
    if (path) loadedFirst(path, found)
  }
  return found
}

/** Macros outside any function, which run as soon as the file is loaded. */
function saidAtOnce(source: string): string[] {
  const file = ts.createSourceFile('x.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    const isMacro = ts.isTaggedTemplateExpression(node)
      ? /^(t|say)$/.test(node.tag.getText())
      : (ts.isCallExpression(node) && /^(t|plural|select|msg)$/.test(node.expression.getText())) ||
        ((ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) && /^(Trans|Plural)$/.test(node.tagName.getText()))
    if (isMacro) found.push(node.getText())
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

test('what is loaded before the language is known says nothing yet', () => {
  const files = [...loadedFirst('src/app/web.tsx')]
  expect(files).toContain('src/platform/web/sync/live-events.ts')
  expect(files.flatMap((path) => saidAtOnce(readFileSync(join(project, path), 'utf8')).map((text) => `${path}: ${text}`))).toEqual([])
})

test('the signed-out pages ship their own texts and few others', async () => {
  const files = signedOutFiles(project)
  for (const path of ['src/app/web.tsx', 'src/domains/account/web/pages/login-page.tsx', 'src/platform/web/api/call.ts'])
    expect(files).toContain(path)
  expect(files).not.toContain('src/app/screens/signed-in-app.tsx')
  const [catalog] = await getCatalogs(getConfig({ cwd: project, skipValidation: true }))
  if (!catalog) throw new Error('there is no catalog of the screens')
  const wanted = await signedOutTexts(project, catalog)
  expect(wanted.size).toBeGreaterThan(60)
  expect(wanted.size).toBeLessThan(200)
  const held = (await catalog.read('de')) ?? {}
  expect([...wanted].filter((id) => !held[id]?.translation)).toEqual([])
})

test('the server says nothing once and for all: the next request may be in another language', () => {
  const both = readSources(project).filter(({ path, source }) => !/\/web\b/.test(path) && source.includes('say`'))
  expect(both.length).toBeGreaterThan(40)
  expect(both.flatMap(({ path, source }) => saidAtOnce(source).map((text) => `${path}: ${text}`))).toEqual([])
})

test('a text that would be said too early is seen', () => {
  expect(saidAtOnce('const label = { word: t`Early` }\nconst later = () => t`Late`')).toEqual(['t`Early`'])
  expect(saidAtOnce('const words = say`Early`\nconst later = () => say`Late`')).toEqual(['say`Early`'])
})

/** Classes that name a side of the screen: in a language read from right to left they would be the wrong one. */
const sided =
  /(?<=['"`\s:])-?(?:[mp][lr]-[\w[.]+|(?:left|right)-[\d[][\w.%[\]]*|text-(?:left|right)|border-[lr]|rounded-[lr]|rounded-[tb][lr])(?=['"`\s!-])/g

test('styles name where a line starts and ends, never left or right', () => {
  const files = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /web\/.*(?<!\.test)\.tsx$/.test(name),
  )
  expect(files.length).toBeGreaterThan(150)
  expect(
    files.flatMap((name) => [...readFileSync(join(project, 'src', name), 'utf8').matchAll(sided)].map(([found]) => `${name}: ${found}`)),
  ).toEqual([])
  expect(`<p className="pl-4 text-left">`.match(sided)).toEqual(['pl-4', 'text-left'])
})
