/**
 * Checks how the product reads and writes its database. Raw SQL is only in the hot queries of `raw-queries.json`, each with its reason and
 * the benchmark that shows it. A domain writes only its own tables, and reads those of others only as they declare them in
 * `server/tables.ts`. No cast creates a `HouseholdId`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const project = join(import.meta.dirname, '..')
const listFile = 'scripts/raw-queries.json'
const maxRawQueries = 12
/** The only file that turns the text of an id into a `HouseholdId`. */
const mint = 'src/domains/households/server/use-cases/household-id.ts'
/** Runs statements for every other part. */
const databaseFolder = 'src/platform/server/database/'

const reading = new Set(['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', 'from', 'using'])
const writing = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'rowInserter', 'bulkInserter'])

interface Source {
  path: string
  text: string
}
export interface RawQuery {
  file: string
  /** The top-level declaration that contains it. */
  name: string
  reason: string
  /** Its script in `bench/`. */
  benchmark: string
}
/** The tables of a domain, and those of them that others may read. */
interface Owner {
  domain: string
  isViewed: boolean
}

const domainOf = (path: string) => /^src\/domains\/([^/]+)\//.exec(path)?.[1]
const parse = ({ path, text }: Source) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/** Returns the members of the interfaces and type literals with such a name, such as tables. */
function membersOf(source: ts.SourceFile, typeName: RegExp): string[] {
  const names: string[] = []
  const add = (type: ts.Node): void => {
    if (ts.isInterfaceDeclaration(type) || ts.isTypeLiteralNode(type))
      for (const member of type.members) if (member.name && ts.isIdentifier(member.name)) names.push(member.name.text)
  }
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement) && typeName.test(statement.name.text)) add(statement)
    if (ts.isTypeAliasDeclaration(statement) && typeName.test(statement.name.text)) add(statement.type)
  }
  return names
}

function ownersOf(all: readonly Source[]): Map<string, Owner> {
  const owners = new Map<string, Owner>()
  const sources = all.filter(({ path }) => domainOf(path) !== undefined && path.endsWith('/server/tables.ts'))
  for (const source of sources) {
    const domain = domainOf(source.path) ?? ''
    const file = parse(source)
    const views = new Set(membersOf(file, /Views$/))
    for (const table of membersOf(file, /Tables$/)) owners.set(table, { domain, isViewed: views.has(table) })
  }
  return owners
}

/** Returns the text of a string or template, with `?` for its values. */
function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTaggedTemplateExpression(node)) return textOf(node.template)
  return ts.isTemplateExpression(node) ? node.head.text + node.templateSpans.map(({ literal }) => `?${literal.text}`).join('') : ''
}

const isStatement = (text: string) => /^\(?\s*(?:with|select|insert|update|delete)\s/i.test(text.trim())

/** Returns what makes a node raw SQL, or null. A file that opens databases of its own may prepare statements for them. */
function isRawSql(node: ts.Node, hasOwnDatabase: boolean): boolean {
  if (ts.isTaggedTemplateExpression(node)) return node.tag.getText() === 'sql' && isStatement(textOf(node))
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression } = node.expression
  if (name.text === 'rows') return node.arguments.length === 2
  if (name.text === 'raw') return expression.getText() === 'sql'
  return name.text === 'prepare' && /\bdb$/.test(expression.getText()) && !hasOwnDatabase
}

function topLevelName(node: ts.Node): string {
  let top = node
  while (top.parent && !ts.isSourceFile(top.parent)) top = top.parent
  if (ts.isVariableStatement(top)) return top.declarationList.declarations[0]?.name.getText() ?? ''
  return ts.isFunctionDeclaration(top) || ts.isClassDeclaration(top) ? (top.name?.text ?? '') : ''
}

/** Returns the tables that a node names, in Kysely or in SQL, and whether it writes them. */
function tablesNamedBy(node: ts.Node): { table: string; isWritten: boolean }[] {
  if (ts.isCallExpression(node)) {
    const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText()
    const [first] = node.arguments
    if (!first || !(reading.has(name) || writing.has(name))) return []
    const named = ts.isArrayLiteralExpression(first) ? first.elements : [first]
    return named.flatMap((one) =>
      ts.isStringLiteralLike(one) ? [{ table: one.text.split(' ')[0] ?? '', isWritten: writing.has(name) }] : [],
    )
  }
  const text = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? textOf(node) : ''
  if (!/\b(?:select|insert|update|delete)\b/i.test(text)) return []
  return [...text.matchAll(/\b(from|join|update|into) (\w+)/g)].map(([found, verb, table = '']) => ({
    table,
    isWritten: verb === 'update' || verb === 'into' || text.includes(`delete ${found}`),
  }))
}

/** Returns the problems of these sources and this list. */
export function findProblems(sources: readonly Source[], list: readonly RawQuery[], benchmarks: ReadonlySet<string>): string[] {
  const owners = ownersOf(sources)
  const problems: string[] = []
  const raw = new Set<string>()
  for (const { path, text } of sources) {
    const source = parse({ path, text })
    const domain = domainOf(path)
    const hasOwnDatabase = text.includes("from 'node:sqlite'")
    const report = (node: ts.Node, problem: string) =>
      problems.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${problem}`)
    const visit = (node: ts.Node): void => {
      if (ts.isAsExpression(node) && node.type.getText() === 'HouseholdId' && path !== mint)
        report(node, 'casts to HouseholdId; take the id from a stored row or the membership check')
      if (ts.isImportSpecifier(node) && /^[A-Z]\w*Tables$/.test(node.name.text)) {
        const from = node.parent.parent.parent.moduleSpecifier.getText()
        if (from.includes('#domains/')) report(node, `imports the tables of another domain; use its views`)
      }
      if (!path.startsWith(databaseFolder) && isRawSql(node, hasOwnDatabase)) {
        const query = `${path}#${topLevelName(node)}`
        raw.add(query)
        if (!list.some(({ file, name }) => `${file}#${name}` === query)) report(node, `has raw SQL; use Kysely, or add it to ${listFile}`)
      }
      if (domain !== undefined && !hasOwnDatabase)
        for (const { table, isWritten } of tablesNamedBy(node)) {
          const owner = owners.get(table)
          if (!owner || owner.domain === domain) continue
          if (isWritten) report(node, `writes ${table}, a table of ${owner.domain}`)
          else if (!owner.isViewed) report(node, `reads ${table}, which ${owner.domain} doesn’t declare in server/tables.ts`)
        }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  for (const { file, name, reason, benchmark } of list) {
    if (!raw.has(`${file}#${name}`)) problems.push(`${listFile}: ${file}#${name} is gone; remove the entry`)
    if (!reason || !benchmarks.has(benchmark)) problems.push(`${listFile}: ${file}#${name} needs a reason and a benchmark of bench/`)
  }
  if (list.length > maxRawQueries) problems.push(`${listFile}: ${list.length} hot queries, at most ${maxRawQueries}`)
  return problems
}

if (import.meta.main) {
  const paths = globSync('src/**/*.ts', { cwd: project }).filter((path) => !/\.test\.ts$|\.d\.ts$|\/web\//.test(path))
  const sources = paths.map((path) => ({ path, text: readFileSync(join(project, path), 'utf8') }))
  const list: RawQuery[] = JSON.parse(readFileSync(join(project, listFile), 'utf8'))
  const benchmarks = new Set(list.map(({ benchmark }) => benchmark).filter((name) => existsSync(join(project, 'bench', `${name}.ts`))))
  const problems = findProblems(sources, list, benchmarks)
  for (const problem of problems) console.error(problem)
  console.log(`${problems.length} problems in ${sources.length} files; ${list.length} hot queries in raw SQL`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
