/**
 * Checks the product's declarations: no function over 60 lines without a reason, no exported name that several files declare with different
 * meanings, and no endpoint whose handler opens its own database scopes and no mutable variable of a module without a reason.
 * `structure-exceptions.json` holds the reasons; one that is no longer needed is a problem too, so the list only shrinks.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'

const project = join(import.meta.dirname, '..')
const exceptionsFile = 'scripts/structure-exceptions.json'
/** Markup isn't counted: it is a declaration, however long. */
const maxLines = 60
/** How many areas (a domain, a side of the platform, the app) may declare the same exported name. */
const maxAreas = 2

const areaOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('src/app') ? 2 : 3)
    .join('/')

export interface Structure {
  /** Functions longer than `maxLines`, as `path#name`, with their lines. */
  longFunctions: Map<string, number>
  /** Exported names with the files that declare them. */
  exports: Map<string, string[]>
  /** Endpoints with the scope `manual`, or whose route uses the database around its scope, by exported name. */
  manualScopes: Set<string>
  /** Variables that a module declares with `let` or `var`, as `path#name`. */
  moduleVariables: Set<string>
}

const nameOf = (node: ts.Node): string => {
  const { parent } = node
  if (!parent) return ''
  if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name) return node.name.getText()
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return nameOf(parent)
}

/** Returns the endpoint of the `route(…)` call around a node. */
const endpointOf = (node: ts.Node): string => {
  if (ts.isCallExpression(node) && node.expression.getText() === 'route') return node.arguments[0]?.getText().split('.').at(-1) ?? ''
  return node.parent ? endpointOf(node.parent) : 'a route'
}

/** Also finds the text in `'manual' as const` and in a condition. */
const isText = (node: ts.Node, text: string): boolean =>
  ts.isStringLiteral(node) ? node.text === text : ts.forEachChild(node, (child) => isText(child, text) || undefined) === true

const hasModifier = (node: ts.Node, modifier: ts.SyntaxKind) =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === modifier)
const isExported = (node: ts.Node) => hasModifier(node, ts.SyntaxKind.ExportKeyword)

/** Reads the declarations of the given sources. */
export function readStructure(sources: readonly { path: string; text: string }[]): Structure {
  const structure: Structure = { longFunctions: new Map(), exports: new Map(), manualScopes: new Set(), moduleVariables: new Set() }
  for (const { path, text } of sources) {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line
    const markupLines = (node: ts.Node): number => {
      if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node))
        return lineAt(node.end) - lineAt(node.getStart())
      let lines = 0
      ts.forEachChild(node, (child) => {
        lines += markupLines(child)
      })
      return lines
    }
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
        const lines = lineAt(node.end) - lineAt(node.getStart()) + 1 - markupLines(node)
        if (lines > maxLines) structure.longFunctions.set(`${path}#${nameOf(node)}`, lines)
      }
      if (ts.isPropertyAssignment(node) && node.name.getText() === 'scope' && isText(node.initializer, 'manual'))
        structure.manualScopes.add(nameOf(node.parent))
      if (ts.isPropertyAccessExpression(node) && /^database\.(read|write|snapshot)$/.test(node.getText()) && path.endsWith('/routes.ts'))
        structure.manualScopes.add(endpointOf(node))
      ts.forEachChild(node, visit)
    }
    visit(source)
    for (const statement of source.statements.filter(ts.isVariableStatement)) {
      if (statement.declarationList.flags & ts.NodeFlags.Constant || hasModifier(statement, ts.SyntaxKind.DeclareKeyword)) continue
      for (const { name } of statement.declarationList.declarations) structure.moduleVariables.add(`${path}#${name.getText()}`)
    }
    const names = source.statements.filter(isExported).flatMap((statement) => {
      if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText())
      return 'name' in statement && statement.name ? [(statement.name as ts.Identifier).text] : []
    })
    for (const name of new Set(names)) structure.exports.set(name, [...(structure.exports.get(name) ?? []), path])
  }
  return structure
}

/** The reasons: `longFunctions` and `moduleVariables` by `path#name`, `sharedNames` and `manualScopes` by exported name. */
export interface StructureExceptions {
  longFunctions: Record<string, string>
  sharedNames: Record<string, string>
  manualScopes: Record<string, string>
  moduleVariables: Record<string, string>
}

/** Returns one sentence per problem. */
export function checkStructure(
  { longFunctions, exports, manualScopes, moduleVariables }: Structure,
  exceptions: StructureExceptions,
): string[] {
  const shared = [...exports].filter(([, paths]) => new Set(paths.map(areaOf)).size > maxAreas)
  return [
    ...[...longFunctions]
      .filter(([name]) => exceptions.longFunctions[name] === undefined)
      .map(([name, lines]) => `${name}: ${lines} lines; split it by meaning (at most ${maxLines})`),
    ...shared
      .filter(([name]) => exceptions.sharedNames[name] === undefined)
      .map(([name, paths]) => `${name} is declared by ${paths.length} files: ${paths.join(', ')}`),
    ...[...manualScopes]
      .filter((name) => exceptions.manualScopes[name] === undefined)
      .map((name) => `${name} has the scope manual; declare its scope, or give a reason if it waits for something outside the database`),
    ...[...moduleVariables]
      .filter((name) => exceptions.moduleVariables[name] === undefined)
      .map((name) => `${name} changes; use once(), a parameter or what the app composes, or give a reason`),
    ...Object.keys(exceptions.moduleVariables)
      .filter((name) => !moduleVariables.has(name))
      .map((name) => `${exceptionsFile}: remove ${name}, it is constant or gone`),
    ...Object.keys(exceptions.manualScopes)
      .filter((name) => !manualScopes.has(name))
      .map((name) => `${exceptionsFile}: remove ${name}, it has a scope or is gone`),
    ...Object.keys(exceptions.longFunctions)
      .filter((name) => !longFunctions.has(name))
      .map((name) => `${exceptionsFile}: remove ${name}, it is short or gone`),
    ...Object.keys(exceptions.sharedNames)
      .filter((name) => !shared.some(([other]) => other === name))
      .map((name) => `${exceptionsFile}: remove ${name}, few areas declare it`),
  ]
}

if (import.meta.main) {
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: project })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\.d\.ts$/.test(path))
  const structure = readStructure(paths.map((path) => ({ path, text: readFileSync(join(project, path), 'utf8') })))
  const problems = checkStructure(structure, JSON.parse(readFileSync(join(project, exceptionsFile), 'utf8')))
  for (const problem of problems) console.error(problem)
  console.log(`${basename(import.meta.filename)}: ${paths.length} files, ${problems.length} problems`)
  process.exitCode = paths.length > 0 && problems.length === 0 ? 0 : 1
}
