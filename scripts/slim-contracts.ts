import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, type Plugin, Visitor } from 'vite'

/** What the browser reads of an endpoint. It sends requests as they are and trusts the replies of its own server. */
const clientProperties = new Set(['method', 'path', 'auth', 'body'])

const withSchemas = '?schemas'
const declaresSchemas = (path: string) => /[/#](?:domains\/[^/]+\/(?:contract|rules)(?:\.ts|\/)|platform\/shared\/)/.test(path)
const pathOf = (source: string, importer: string) => (source.startsWith('.') ? join(dirname(importer), source) : source)

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function apply(code: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    result += code.slice(at, start) + text
    at = end
  }
  return result + code.slice(at)
}

const isCallOf = (name: string, { callee }: ESTree.CallExpression) => callee.type === 'Identifier' && callee.name === name

/** Replaces `endpoint({…})` by an object of what the browser reads, with `true` for the schema of a body. */
function endpointEdit(code: string, call: ESTree.CallExpression): Edit[] {
  const [options] = call.arguments
  if (!isCallOf('endpoint', call) || options?.type !== 'ObjectExpression') return []
  const kept = options.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || !clientProperties.has(property.key.name)) return []
    const { name } = property.key
    return [name === 'body' ? 'body: true' : `${name}: ${code.slice(property.value.start, property.value.end)}`]
  })
  const body = kept.some((text) => text.startsWith('body')) ? [] : ['body: null']
  return [{ start: call.start, end: call.end, text: `({ ${[...kept, ...body].join(', ')} })` }]
}

/** Replaces `eventType(name, schema)` by its name. */
function eventEdit(code: string, call: ESTree.CallExpression): Edit[] {
  const [name] = call.arguments
  if (!isCallOf('eventType', call) || !name) return []
  return [{ start: call.start, end: call.end, text: `({ name: ${code.slice(name.start, name.end)} })` }]
}

/** Replaces the schemas that a contract passes to its own function for similar endpoints. */
function helperEdits(helpers: ReadonlySet<string>, { callee, arguments: values }: ESTree.CallExpression): Edit[] {
  if (callee.type !== 'Identifier' || !helpers.has(callee.name)) return []
  return values.flatMap(({ type, start, end }) => (type === 'CallExpression' ? [{ start, end, text: 'true' }] : []))
}

/** Marks the value of a constant as free of side effects, so that it is left out where it isn't used. */
const pureEdits = ({ start, end }: ESTree.Expression): Edit[] => [
  { start, end: start, text: '/* @__PURE__ */ (() => (' },
  { start: end, end, text: '))()' },
]

const namesOf = (specifiers: readonly ESTree.ImportSpecifier[]) =>
  specifiers
    .map(({ imported, local }) => `${imported.type === 'Identifier' ? imported.name : JSON.stringify(imported.value)} as ${local.name}`)
    .join(', ')

/** Schemas are in PascalCase. Classes are too, but must exist once, so that `instanceof` works. */
const isSchemaName = (name: string) => /^[A-Z][A-Za-z]*[a-z]/.test(name) && !/(?:Error|Problem)$/.test(name)

/** Imports schemas from a copy of the module that only screens with forms load. */
function importEdit({ start, end, source, specifiers }: ESTree.ImportDeclaration, importer: string): Edit[] {
  const named = specifiers.filter((specifier) => specifier.type === 'ImportSpecifier')
  const schemas = named.filter(({ imported }) => imported.type === 'Identifier' && isSchemaName(imported.name))
  if (!declaresSchemas(pathOf(source.value, importer)) || schemas.length === 0 || named.length < specifiers.length) return []
  const others = named.filter((specifier) => !schemas.includes(specifier))
  const rest = others.length > 0 ? `import { ${namesOf(others)} } from '${source.value}';` : ''
  return [{ start, end, text: `import { ${namesOf(schemas)} } from '${source.value}${withSchemas}';${rest}` }]
}

/** A copy with schemas passes on the schemas of other modules. */
function exportEdit(statement: ESTree.Program['body'][number], importer: string): Edit[] {
  if (statement.type !== 'ExportAllDeclaration' && statement.type !== 'ExportNamedDeclaration') return []
  if (!statement.source || !declaresSchemas(pathOf(statement.source.value, importer))) return []
  const { start, end, value } = statement.source
  return [{ start, end, text: `'${value}${withSchemas}'` }]
}

const declarationOf = (statement: ESTree.Program['body'][number]) =>
  statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement

function contractEdits(code: string, program: ESTree.Program): Edit[] {
  const edits: Edit[] = []
  const constants = program.body.flatMap((statement) => {
    const declaration = declarationOf(statement)
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
  })
  const helpers = new Set(
    constants.flatMap(({ id, init }) =>
      id.type === 'Identifier' &&
      init?.type === 'ArrowFunctionExpression' &&
      init.body.type === 'CallExpression' &&
      isCallOf('endpoint', init.body)
        ? [id.name]
        : [],
    ),
  )
  new Visitor({
    CallExpression(call) {
      edits.push(...endpointEdit(code, call), ...eventEdit(code, call), ...helperEdits(helpers, call))
    },
  }).visit(program)
  for (const { init } of constants)
    if (
      init?.type === 'ObjectExpression' ||
      (init?.type === 'CallExpression' && !isCallOf('endpoint', init) && !isCallOf('eventType', init))
    )
      edits.push(...pureEdits(init))
  return edits
}

/**
 * Reduces contracts in the build to what the browser uses. Each module that declares schemas exists twice: without them for its endpoints
 * and plain values, and with them for screens that parse. So Zod is loaded with these screens and not at start.
 */
export const slimContracts = (): Plugin => ({
  name: 'larder:slim-contracts',
  apply: 'build',
  load: {
    filter: { id: /\?schemas$/ },
    handler: (id) => ({ code: readFileSync(id.replace(withSchemas, ''), 'utf8'), moduleType: 'ts' }),
  },
  transform: {
    filter: { id: /\/src\/.*\.tsx?(?:\?schemas)?$/ },
    handler(code, id) {
      const program = this.parse(code)
      const edits = program.body.flatMap((statement) => (statement.type === 'ImportDeclaration' ? importEdit(statement, id) : []))
      if (declaresSchemas(id)) edits.push(...contractEdits(code, program))
      if (id.endsWith(withSchemas)) edits.push(...program.body.flatMap((statement) => exportEdit(statement, id)))
      return edits.length === 0 ? null : { code: apply(code, edits), map: null }
    },
  },
})
