/** Small mistakes that tests should notice: where a source allows which, and how to draw some at random. */
import ts from 'typescript'
import type { Random } from '#tests/support/data/random.ts'

/** One mistake: replaces the text from `start` to `end` of a file. */
export interface Mutant {
  file: string
  line: number
  operator: Operator
  start: number
  end: number
  original: string
  replacement: string
}

/** How often an operator is drawn, relative to the others. Conditions and guards are what people get wrong. */
const weights = {
  condition: 5,
  guard: 4,
  where: 4,
  comparison: 4,
  logic: 3,
  arithmetic: 2,
  number: 2,
  order: 2,
  quantifier: 2,
  fallback: 2,
  call: 2,
  boolean: 1,
  attribute: 2,
} as const
export type Operator = keyof typeof weights

const comparisons: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
}
const arithmetic: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*' }
const logic: Record<string, string> = { '&&': '||', '||': '&&' }
const methods: Record<string, [Operator, string]> = {
  some: ['quantifier', 'every'],
  every: ['quantifier', 'some'],
  min: ['quantifier', 'max'],
  max: ['quantifier', 'min'],
  find: ['quantifier', 'findLast'],
  findLast: ['quantifier', 'find'],
}

/** Kysely's methods that narrow a query. */
const narrowing = new Set(['where', 'whereRef', 'having'])

/** Returns every mutant of a source, in the order of its text. */
export function listMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const add = (operator: Operator, node: { getStart(): number; end: number }, replacement: string) => {
    const start = node.getStart()
    found.push({
      file,
      line: source.getLineAndCharacterOfPosition(start).line + 1,
      operator,
      start,
      end: node.end,
      original: text.slice(start, node.end),
      replacement,
    })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isIfStatement(node)) {
      const isGuard = !node.elseStatement && leaves(node.thenStatement)
      if (isGuard) add('guard', node, ';')
      add('condition', node.expression, `!(${node.expression.getText()})`)
    } else if (ts.isConditionalExpression(node)) {
      add('condition', node.condition, `!(${node.condition.getText()})`)
    } else if (ts.isBinaryExpression(node)) {
      const sign = node.operatorToken.getText()
      if (comparisons[sign]) add('comparison', node.operatorToken, comparisons[sign])
      else if (logic[sign]) add('logic', node.operatorToken, logic[sign])
      else if (arithmetic[sign] && !isText(node)) add('arithmetic', node.operatorToken, arithmetic[sign])
      else if (sign === '??') add('fallback', node, node.left.getText())
    } else if (ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent)) {
      add('number', node, `${Number(node.text.replaceAll('_', '')) + 1}`)
    } else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
      add('boolean', node, node.kind === ts.SyntaxKind.TrueKeyword ? 'false' : 'true')
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      visitMethod(node, node.expression, add)
    } else if (ts.isExpressionStatement(node) && isCall(node.expression)) {
      add('call', node, ';')
    } else if (ts.isJsxAttribute(node) && node.initializer && ts.isJsxExpression(node.initializer)) {
      if (/^(disabled|hidden|checked|open|aria-\w+|is[A-Z]\w*)$/.test(node.name.getText())) add('attribute', node, '')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function visitMethod(call: ts.CallExpression, { expression, name }: ts.PropertyAccessExpression, add: Add): void {
  const method = name.text
  const known = methods[method]
  if (known) add(known[0], name, known[1])
  else if (narrowing.has(method)) add('where', call, expression.getText())
  else if (method === 'toSorted' || method === 'toReversed') add('order', call, expression.getText())
  else if (method === 'orderBy' && call.arguments.length > 0) add('order', call, expression.getText())
  else if (method === 'filter') add('where', call, expression.getText())
}
type Add = (operator: Operator, node: { getStart(): number; end: number }, replacement: string) => void

/** Tells whether a statement ends the function or the round of a loop. */
function leaves(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.length > 0 && leaves(statement.statements.at(-1) as ts.Statement)
  return ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isContinueStatement(statement)
}

const isCall = (node: ts.Expression): boolean => ts.isCallExpression(ts.isAwaitExpression(node) ? node.expression : node)

/** Tells whether a sum joins texts. */
const isText = (node: ts.BinaryExpression): boolean =>
  [node.left, node.right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side))

export const applyMutant = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end)

/**
 * Draws `count` different mutants: first the operator by its weight, then a place, at most two of a file. Returns fewer if the sources have
 * no more. The same seed draws the same.
 */
export function drawMutants(all: readonly Mutant[], count: number, random: Random): Mutant[] {
  const left = new Map<Operator, Mutant[]>()
  for (const mutant of all) left.set(mutant.operator, [...(left.get(mutant.operator) ?? []), mutant])
  const perFile = new Map<string, number>()
  const drawn: Mutant[] = []
  while (drawn.length < count && left.size > 0) {
    const operators = [...left.keys()]
    const operator = random.pick(operators.flatMap((one) => Array<Operator>(weights[one]).fill(one))) as Operator
    const places = left.get(operator) as Mutant[]
    const [mutant] = places.splice(random.below(places.length), 1) as [Mutant]
    if (places.length === 0) left.delete(operator)
    const before = perFile.get(mutant.file) ?? 0
    if (before >= 2) continue
    perFile.set(mutant.file, before + 1)
    drawn.push(mutant)
  }
  return drawn
}
