import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quotaNames, quotas } from '#domains/households/contract/quota.ts'

const project = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(project, file), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const pages = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md', 'training/*.md'], { cwd: project })

const sources = globSync('{src,tests,scripts,bench,training}/**/*.{ts,tsx}', { cwd: project })
/** Files that a page describes without their being there. */
const examples = new Set(['x.ts', 'sql-expressions.ts', 'server/gateway/sms.ts'])

/** Returns the anchors that GitHub generates. */
const anchorsOf = (text: string) =>
  all(text, /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

describe.each(pages)('%s', (page) => {
  const text = read(page)

  it('names only existing files', () => {
    const named = all(text, /`((?:src|tests|scripts|docs|deploy|bench)\/[\w./-]+\.\w+)`/g)
    expect(named.filter((path) => !existsSync(join(project, path)))).toEqual([])
  })

  it('names only existing source files, also by a part of their path', () => {
    const named = all(text, /`((?:[\w.-]+\/)*[\w-][\w.-]*\.tsx?)`/g).filter(
      (path) => !examples.has(path) && !page.startsWith('docs/decisions'),
    )
    expect(named.filter((path) => !sources.some((source) => source === path || source.endsWith(`/${path}`)))).toEqual([])
  })

  it('links only to existing pages, headings and pictures', () => {
    const links = [...all(text, /\]\((?!https?:|#|\/)([^)\s]+)\)/g), ...all(text, /src="([^"]+)"/g)]
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#')
      const file = join(dirname(join(project, page)), path)
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor))
    })
    expect(broken).toEqual([])
    const inside = all(text, /\]\(#([^)\s]+)\)/g)
    expect(inside.filter((anchor) => !anchorsOf(text).includes(anchor))).toEqual([])
  })

  it('uses only existing commands', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const asked = all(text, /npm run (?:--silent )?([\w:]+)/g)
    expect(asked.filter((name) => !(name in scripts))).toEqual([])
  })
})

describe('docs/asvs.md', () => {
  const claims = all(read('docs/asvs.md'), /(`[\w./-]+\.test\.tsx?` \([^)]*\))/g).map((claim) => {
    const test = all(claim, /`([^`]+)`/g)[0] ?? ''
    return { claim, source: read(test).replaceAll("\\'", '’'), names: all(claim, /“([^”]+)”/g), codes: all(claim, /\b([A-Z]-\d\d)\b/g) }
  })

  it('quotes names of tests as they are', () => {
    expect(claims.flatMap(({ names }) => names).length).toBeGreaterThan(5)
    expect(claims.filter(({ source, names }) => names.some((name) => !source.includes(name))).map(({ claim }) => claim)).toEqual([])
  })

  it('gives codes of rows only to test files that name them', () => {
    expect(claims.flatMap(({ codes }) => codes).length).toBeGreaterThan(30)
    expect(claims.filter(({ source, codes }) => codes.some((code) => !source.includes(code))).map(({ claim }) => claim)).toEqual([])
  })
})

describe('settings', () => {
  const known: string[] = [
    ...all(read('src/app/config.ts'), /^ {2}((?:[A-Z]+_)*[A-Z]+): /gm),
    ...quotaNames.map((name) => quotas[name].setting),
  ]
  const rows = read('docs/configuration.md').split('\n')
  const documented = rows.flatMap((row) => (row.startsWith('| `') ? all(row.split(' | ')[0] ?? '', /`([A-Z_]+)`/g) : []))

  it('are all in docs/configuration.md, and nothing else is', () => {
    expect(known.length).toBeGreaterThan(20)
    expect(documented.toSorted()).toEqual(known.toSorted())
  })

  it('on any page exist', () => {
    // Variables of the compose file, the tests and the measurements.
    const others = /^LARDER_(DOMAIN|TEST_ENGINE|CHROMIUM|[A-Z]*_SEEDS?|[A-Z_]*(ROUNDS|KILLS|ACTS|BROWSERS))$/
    const named = pages.flatMap((page) => all(read(page), /`(LARDER_\w+)/g))
    expect(named.filter((name) => !known.includes(name) && !others.test(name))).toEqual([])
  })
})

describe('the guide for cooks', () => {
  const catalogs = ['platform/web', 'platform/server'].map((part) => read(`src/${part}/i18n/de.po`)).join('\n')
  const bare = (text: string) => text.replace(/[.:,?!…]+$/, '').trim()
  /** The texts of the screens as patterns: a placeholder matches anything. */
  const said = all(catalogs, /^msgid ((?:"(?:[^"\\]|\\.)*"\n?)+)/gm).map((lines) => {
    const text = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string)
      .join('')
    const pattern = bare(text)
      .split(/\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${pattern.join('.+')}$`, 'i')
  })
  const isSaid = (words: string) => said.some((pattern) => pattern.test(words))

  it.each(globSync('docs/guide/*.md', { cwd: project }))('%s prints in bold only texts of the screens', (page) => {
    const named = all(read(page), /\*\*([^*]+)\*\*/g).flatMap((words) => words.split('→').map((part) => bare(part.trim())))
    expect(named.filter((words) => !isSaid(words))).toEqual([])
  })

  it('finds a button that no longer exists (twin)', () => {
    expect([isSaid('Put away'), isSaid('Offline since 14:05'), isSaid('Tidy up my shelves')]).toEqual([true, true, false])
  })
})

describe('pictures', () => {
  it('are all used', () => {
    const shown = pages.flatMap((page) => all(read(page), /pictures\/([\w-]+\.webp)/g))
    expect(globSync('*.webp', { cwd: join(project, 'docs/pictures') }).filter((name) => !shown.includes(name))).toEqual([])
  })
})

describe('decisions', () => {
  it('are numbered without gaps, in name and title', () => {
    const files = globSync('docs/decisions/*.md', { cwd: project }).toSorted()
    const numbers = files.map((_, i) => i + 1)
    expect(files.map((path) => Number(/(\d{4})-/.exec(path)?.[1]))).toEqual(numbers)
    expect(files.map((path) => Number(/^# (\d+)/.exec(read(path))?.[1]))).toEqual(numbers)
  })
})
