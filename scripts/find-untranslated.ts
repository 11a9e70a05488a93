import ts from 'typescript'

/** Attributes that a person reads or hears, including those of our own components. */
const spoken =
  /^(?:aria-label|aria-description|aria-roledescription|placeholder|title|alt|label|hint|description|subtitle|busyLabel|fallback|said|words|question|action|confirm|error)$/
/** Elements that the macros have handled. */
const told = /^(?:Trans|Plural)$/
const isWords = (text: string) => /\p{L}{2,}/u.test(text) && /[\p{Lu} ]/u.test(text) && !/^https?:/.test(text)
/** The same in every language: names, keys, codes, settings. */
const names = /^(?:Larder|Instacart|Home Assistant|Node|JSON|CSV|Ctrl|Esc|Enter|Shift|(?:[A-Z0-9]{4}-){2}[A-Z0-9]{4}|[A-Z]+_[A-Z_]+=?)$/

/** Returns the literals that an expression can evaluate to: both branches of a condition, fallbacks. */
function literals(node: ts.Node): ts.Node[] {
  if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) return node.expression ? literals(node.expression) : []
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)]
  if (ts.isBinaryExpression(node)) return /^(?:\|\||\?\?|&&)$/.test(node.operatorToken.getText()) ? literals(node.right) : []
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node) ? [node] : []
}

const textOf = (node: ts.Node): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ')
    : ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
      ? node.text
      : node.getText()

/** Returns the texts of a screen that aren't in the catalog. */
export function findUntranslated(source: string, path = 'x.tsx'): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const judge = (text: string) => {
    const plain = text.trim().replace(/\s+/g, ' ')
    if (isWords(plain) && !names.test(plain)) found.push(plain)
  }
  const look = (node: ts.Node): void => {
    // A choice of two words is always for people: `isOpened ? 'Opened' : 'Sealed'`.
    if (
      ts.isConditionalExpression(node) &&
      [node.whenTrue, node.whenFalse].every((one) => ts.isStringLiteral(one) && /^\p{Lu}\p{Ll}/u.test(one.text))
    )
      judge(textOf(node.whenTrue))
    if (ts.isJsxElement(node) && told.test(node.openingElement.tagName.getText())) return
    if (ts.isJsxText(node)) judge(node.text)
    if (ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)))
      for (const one of literals(node)) judge(textOf(one))
    if (ts.isJsxAttribute(node) && spoken.test(node.name.getText()) && node.initializer)
      for (const one of ts.isJsxExpression(node.initializer) ? literals(node.initializer) : [node.initializer]) judge(textOf(one))
    if (ts.isCallExpression(node) && /^(?:toast\.\w+|set(?:Trouble|News|Wrong|Said))$/.test(node.expression.getText()))
      for (const given of node.arguments) for (const one of literals(given)) judge(textOf(one))
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}
