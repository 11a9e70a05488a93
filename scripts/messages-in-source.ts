import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { messageIdOf } from '../src/platform/shared/say.ts'

/** The functions that take a text for people, and its argument's position. */
const refusals: Readonly<Record<string, number>> = { Problem: 2, conflict: 1, invalid: 1, denied: 0 }
const complaints: Readonly<Record<string, number>> = { refine: 1, regex: 1, email: 0 }

const isContract = (path: string) => /\/contract(\.ts|\/)|platform\/shared\//.test(path)
const textOf = (node: ts.Node | undefined): string | undefined =>
  node && (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) ? node.text : undefined

/** Returns the cases of ``many(count, { one: '# day', other: '# days' })``; null for any other value. */
function casesOf(node: ts.Expression): { one: string; other: string } | null {
  if (ts.isIdentifier(node)) {
    // A message shared by several sentences is a constant.
    let found: ts.Expression | undefined
    const look = (inside: ts.Node): void => {
      if (ts.isVariableDeclaration(inside) && inside.name.getText() === node.text) found = inside.initializer
      ts.forEachChild(inside, look)
    }
    for (let scope: ts.Node = node; !found && scope; scope = scope.parent) if (ts.isFunctionLike(scope)) look(scope)
    return found && ts.isCallExpression(found) ? casesOf(found) : null
  }
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'many') return null
  const [, cases] = node.arguments
  const caseOf = (name: string) =>
    cases && ts.isObjectLiteralExpression(cases)
      ? textOf(cases.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)?.initializer)
      : undefined
  const [one, other] = [caseOf('one'), caseOf('other')]
  if (one === undefined || other === undefined) throw new Error(`${node.getText()}: many() takes the two texts as they are.`)
  return { one, other }
}

/**
 * Returns the texts of code without macros: ``say`…` ``, sentences of refusals, messages of contracts. `glued`: sentences with
 * placeholders
 * that don't use `say`, so no catalog can contain them.
 */
export function findMessages(path: string, source: string): { texts: string[]; glued: string[] } {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const texts: string[] = []
  const glued: string[] = []
  const given = (node: ts.Node | undefined): void => {
    if (!node) return
    if (ts.isConditionalExpression(node)) {
      given(node.whenTrue)
      given(node.whenFalse)
    } else if (ts.isTemplateExpression(node)) glued.push(node.getText())
    const text = textOf(node)
    if (text) texts.push(text)
  }
  const look = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'say') {
      const { template } = node
      if (ts.isNoSubstitutionTemplateLiteral(template)) texts.push(template.text)
      else
        texts.push(
          messageIdOf(
            [template.head.text, ...template.templateSpans.map((span) => span.literal.text)],
            template.templateSpans.map((span) => casesOf(span.expression)),
          ),
        )
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText()
      const place = refusals[name] ?? (isContract(path) ? complaints[name] : undefined)
      if (place !== undefined) given(node.arguments?.[place])
    }
    if (isContract(path) && ts.isPropertyAssignment(node) && node.name.getText() === 'message') given(node.initializer)
    ts.forEachChild(node, look)
  }
  look(file)
  return { texts, glued }
}

/** Returns every source file that isn't a test, by its path from the project. */
export function readSources(project: string): { path: string; source: string }[] {
  return readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test|\.d)\.tsx?$/.test(name))
    .map((name) => ({ path: join('src', name), source: readFileSync(join(project, 'src', name), 'utf8') }))
}
