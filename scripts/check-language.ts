/**
 * Checks the words of the project's own files against a list of banned ones, each with its replacement: in identifiers, in prose (comments,
 * docs, sentences in strings and on screens) and, in the platform, words of the product. Exceptions are in `language-exceptions.json`; an
 * exception that is no longer needed is a problem too, so the list only shrinks.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'

type Banned = readonly [word: RegExp, use: string]

/** Checked against each word of an identifier in lower case: `openBrake` has `open` and `brake`. */
const inIdentifiers: readonly Banned[] = [
  [/^brakes?$/, 'rate limiter'],
  [/^turnstiles?$/, 'semaphore'],
  [/^crowds?$/, 'concurrency limit'],
  [/^(gathering|breath)$/, 'debounce'],
  [/^patience$/, 'timeout'],
  [/^(doors?|knocks?|admit|admits|admitted)$/, 'authorize, or cross-household'],
  [/^farewells?$/, 'account deletion'],
  [/^(story|stories)$/, 'history'],
  [/^eyes?$/, 'recognizer'],
  [/^witness(es)?$/, 'corroborate'],
  [/^spools?$/, 'temp file'],
  [/^sealers?$/, 'encryption'],
  [/^parked$/, 'dead letter'],
  [/^(seldom|hurry)$/, 'a standard term'],
  [/^oversees$/, 'isServerAdmin'],
  [/^announces?$/, 'publish'],
  [/^(beside|anew|whoever|somebody|nobody)$/, 'a standard term'],
]

/** Checked against whole identifiers. */
const identifiers: readonly Banned[] = [
  [/^most[A-Z]/, 'max…'],
  [/^least[A-Z]/, 'min…'],
  [/^goesOff/, 'expiresOn'],
  [/^(putBy|takeBack|bringIn|takeFood|keepPromises|takeOrWait|leaveAll)$/, 'a verb for what it does'],
  [/^(serveKept|ReadyJson|Kept)$/, 'idempotent, RawJson, StoredResponse'],
]

const inProse: readonly Banned[] = [
  [/\bwho(so)?ever\b|\bwhomever\b/i, 'anyone who, the caller, the user'],
  [/\bsomebody\b/i, 'someone, a user'],
  [/\bnobody\b/i, 'no one'],
  [/\banew\b/i, 'again'],
  [/\bthere(by|in|of|upon)\b/i, 'rephrase'],
  [/\b(goes|go|going|went) off\b/i, 'expires'],
  [/\bthat which\b/i, 'what'],
  [/\btold of\b/i, 'notified of'],
  [/\bin the surroundings\b/i, 'in the environment'],
  [/\bturnstiles?\b/i, 'semaphore'],
  [/\bfarewells?\b/i, 'account deletion'],
  [/^\s*(\/?\*+|\/\/)?\s*Answers (the|a|an|one|null|whether|with|what|who|how|where|true|false)\b/m, 'Returns'],
]

/** Words of the product that its machinery must not know. */
const inPlatform: readonly Banned[] = [
  [/\b(pantry|fridge|freezer|groceries)\b/i, 'nothing: the platform knows no domain'],
  [/\b(ingredient|recipe|meal|barcode|receipt|lot|loan|circle|food)s?\b(?!\s*(cx|r=))/i, 'nothing: the platform knows no domain'],
  [/\b(household\.deleted|member\.removed)\b/, 'an option passed by src/app'],
]

const project = join(import.meta.dirname, '..')
const exceptionsFile = 'scripts/language-exceptions.json'

/** A text with the line it starts on. */
interface Snippet {
  line: number
  text: string
}

const lineOf = (source: ts.SourceFile, position: number) => source.getLineAndCharacterOfPosition(position).line + 1

function readTypeScript(path: string, text: string): { names: Snippet[]; prose: Snippet[] } {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const names: Snippet[] = []
  const prose: Snippet[] = []
  const comments = new Set<number>()
  const addComments = (position: number, ranges: ts.CommentRange[] | undefined) => {
    for (const { pos, end } of ranges ?? []) {
      if (comments.has(pos) || pos < position) continue
      comments.add(pos)
      prose.push({ line: lineOf(source, pos), text: text.slice(pos, end) })
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.push({ line: lineOf(source, node.getStart()), text: node.text })
    const isSentence =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isJsxText(node)
    if (isSentence && node.text.trim().includes(' '))
      prose.push({ line: lineOf(source, ts.isJsxText(node) ? node.pos : node.getStart()), text: node.text })
    if (!ts.isJsxText(node)) {
      addComments(node.pos, ts.getLeadingCommentRanges(text, node.pos))
      addComments(node.pos, ts.getTrailingCommentRanges(text, node.end))
    }
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return { names, prose }
}

/** The prose of a page: without blocks of code and names in backticks. */
function readMarkdown(text: string): Snippet[] {
  let inBlock = false
  return text.split('\n').flatMap((line, index) => {
    if (line.trimStart().startsWith('```')) inBlock = !inBlock
    return inBlock ? [] : [{ line: index + 1, text: line.replace(/`[^`]*`/g, '') }]
  })
}

const wordsOf = (identifier: string) =>
  identifier.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/).map((word) => word.toLowerCase())

export interface Finding {
  path: string
  line: number
  word: string
  use: string
}

/** Returns the banned words of one file. `path` decides what is checked. */
export function checkText(path: string, text: string): Finding[] {
  const findings: Finding[] = []
  const add = (line: number, word: string, use: string) =>
    findings.push({ path, line, word: word.replace(/^[^\w]+/, '').toLowerCase(), use })
  const isCode = /\.tsx?$/.test(path)
  const { names, prose } = isCode ? readTypeScript(path, text) : { names: [], prose: readMarkdown(text) }
  for (const { line, text: name } of names) {
    for (const [word, use] of identifiers) if (word.test(name)) add(line, name, use)
    for (const part of wordsOf(name)) for (const [word, use] of inIdentifiers) if (word.test(part)) add(line, part, use)
  }
  const lists = path.startsWith('src/platform/') && !/\.test\.tsx?$/.test(path) ? [...inProse, ...inPlatform] : inProse
  for (const snippet of prose) {
    for (const [word, use] of lists) {
      const found = word.exec(snippet.text)
      if (found) add(snippet.line + snippet.text.slice(0, found.index).split('\n').length - 1, found[0], use)
    }
  }
  if (path.startsWith('src/platform/') && !/\.test\.tsx?$/.test(path)) {
    for (const { line, text: name } of names)
      for (const part of wordsOf(name)) for (const [word, use] of inPlatform) if (word.test(part)) add(line, part, use)
  }
  return findings
}

const isChecked = (path: string) =>
  /^(src|tests|scripts|bench)\/.*\.tsx?$|\.md$|^[^/]+\.ts$/.test(path) &&
  !/^tests\/releases\/|^scripts\/check-language(\.test)?\.ts$|NOTICES\.md$/.test(path)

function trackedFiles(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: project, encoding: 'utf8' })
  return stdout.split('\n').filter(isChecked)
}

/** Words a file may have, with the reason: `{ path: { word: reason } }`. */
type Exceptions = Record<string, Record<string, string>>

/** Splits findings by the exceptions, and returns the exceptions that nothing needs any more. */
export function applyExceptions(findings: readonly Finding[], exceptions: Exceptions): { problems: Finding[]; unused: string[] } {
  const used = new Set<string>()
  const problems = findings.filter(({ path, word }) => {
    if (exceptions[path]?.[word] === undefined) return true
    used.add(`${path}: ${word}`)
    return false
  })
  const all = Object.entries(exceptions).flatMap(([path, words]) => Object.keys(words).map((word) => `${path}: ${word}`))
  return { problems, unused: all.filter((exception) => !used.has(exception)) }
}

if (import.meta.main) {
  const exceptions: Exceptions = JSON.parse(readFileSync(join(project, exceptionsFile), 'utf8'))
  const files = trackedFiles()
  const findings = files.flatMap((path) => {
    try {
      return checkText(path, readFileSync(join(project, path), 'utf8'))
    } catch (error) {
      // deleted but not committed yet
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    }
  })
  const { problems, unused } = applyExceptions(findings, exceptions)
  for (const { path, line, word, use } of problems) console.error(`${path}:${line}: "${word}"; use ${use}`)
  for (const exception of unused) console.error(`${exceptionsFile}: remove ${exception}, nothing needs it`)
  console.log(`${basename(import.meta.filename)}: ${files.length} files, ${problems.length + unused.length} problems`)
  process.exitCode = files.length > 0 && problems.length + unused.length === 0 ? 0 : 1
}
