import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import babel from '@rolldown/plugin-babel'
import type { Plugin, PluginOption } from 'vite'
import { signedOutTexts } from './signed-out-messages.ts'

const project = join(import.meta.dirname, '..')

// The used part of Babel's trees; the package has no types.
interface Node {
  readonly type: string
  readonly name?: unknown
  readonly key?: Node
  readonly callee?: Node
  readonly argument?: Node
  readonly property?: Node
  readonly arguments?: readonly Node[]
  readonly properties?: readonly Node[]
  readonly attributes?: readonly Node[]
  readonly openingElement?: Node
  readonly body?: Node[]
  value?: unknown
}
interface Path {
  readonly node: Node
  readonly parent: Node
  traverse: (visitor: Record<string, (path: Path) => void>) => void
  replaceWith: (node: Node) => void
}
interface Babel {
  readonly types: {
    valueToNode: (value: unknown) => Node
    identifier: (name: string) => Node
    callExpression: (callee: Node, given: Node[]) => Node
    stringLiteral: (text: string) => Node
    jsxExpressionContainer: (inside: Node) => Node
    importSpecifier: (local: Node, imported: Node) => Node
    importDeclaration: (specifiers: Node[], source: Node) => Node
  }
}

const textOf = (node: unknown): string | undefined => {
  const { type, value } = (node ?? {}) as Node
  return type === 'StringLiteral' && typeof value === 'string' ? value : undefined
}
const named = (nodes: readonly Node[], name: string) =>
  nodes.find((one) => {
    const key = (one.key ?? one.name) as Node | undefined
    return key?.name === name || key?.value === name
  })

const longestKey = 120
const isPlain = (text: string) => !/[{}<>']/.test(text)
/** A short text is its own key, which is smaller than a separate key. */
const isOwnKey = (text: string | undefined, context: unknown): text is string =>
  text !== undefined && context === undefined && text.length <= longestKey && isPlain(text)

/** Four of an id's six letters distinguish a thousand texts; a collision would fail the build. */
const keyOf = (id: string) => id.slice(0, 4)

/** Returns the text if it's short and has nothing else. */
function shortText(parts: readonly Node[]): string | undefined {
  const text = textOf(named(parts, 'message')?.value)
  return named(parts, 'id') && !named(parts, 'values') && isOwnKey(text, named(parts, 'context')) ? text : undefined
}

/** Returns the tokens of a message with placeholders or plurals; undefined for plain text. */
function tokensOf(parts: readonly Node[]): unknown {
  const text = named(parts, 'id') ? textOf(named(parts, 'message')?.value) : undefined
  return text !== undefined && /[{}']/.test(text) ? compileMessage(text) : undefined
}

/**
 * Compiles the English texts into the pages, so that English needs no catalog. Placeholders and plurals are parsed at build time; the
 * browser doesn't need a parser.
 */
const englishCompiled = ({ types }: Babel) => ({
  name: 'larder-english-compiled',
  visitor: {
    Program: {
      exit(program: Path) {
        const word = '_word'
        let isUsed = false
        const said = (text: string) => {
          isUsed = true
          return types.callExpression(types.identifier(word), [types.stringLiteral(text)])
        }
        program.traverse({
          CallExpression(path) {
            const { callee, arguments: given = [] } = path.node
            const text = callee?.property?.name === '_' && given.length === 1 ? shortText(given[0]?.properties ?? []) : undefined
            if (text !== undefined) path.replaceWith(said(text))
          },
          JSXElement(path) {
            // `<Trans {...{ id, message }} />`
            const text = shortText(path.node.openingElement?.attributes?.[0]?.argument?.properties ?? [])
            if (text === undefined) return
            const isInside = path.parent.type === 'JSXElement' || path.parent.type === 'JSXFragment'
            path.replaceWith(isInside ? types.jsxExpressionContainer(said(text)) : said(text))
          },
          ObjectExpression({ node: { properties = [] } }) {
            const tokens = tokensOf(properties)
            const message = named(properties, 'message')
            if (message && tokens !== undefined) message.value = types.valueToNode(tokens)
            const id = message ? named(properties, 'id') : undefined
            const key = textOf(id?.value)
            if (id && key !== undefined) id.value = types.stringLiteral(keyOf(key))
          },
        })
        if (!isUsed) return
        const specifier = types.importSpecifier(types.identifier(word), types.identifier('say'))
        program.node.body?.unshift(types.importDeclaration([specifier], types.stringLiteral('#platform/web/i18n/language.ts')))
      },
    },
  },
})

/** Turns a catalog into a module; `?crossHousehold` selects the texts of the auth pages. A missing translation fails the build. */
function catalogs(): Plugin {
  return {
    name: 'larder:catalogs',
    transform: {
      filter: { id: /\/i18n\/[a-z]+\.po(\?signed-out)?$/ },
      async handler(_, id) {
        const config = getConfig({ cwd: project, skipValidation: true })
        const [catalog] = await getCatalogs(config)
        const [file = '', part] = id.split('?')
        const locale = basename(file, '.po')
        const wanted = part && catalog ? await signedOutTexts(project, catalog) : null
        const all = Object.entries((await catalog?.read(locale)) ?? {})
        const held = wanted ? all.filter(([key]) => wanted.has(key)) : all
        const missing = held.filter(([, { translation }]) => !translation)
        if (missing.length > 0) return this.error(`${id} has no translation for: ${missing.map(([, { message }]) => message).join(' · ')}`)
        const messages = Object.fromEntries(
          held.map(([key, { message, context, translation = '' }]) => [
            isOwnKey(message, context) ? message : message === undefined ? key : keyOf(key),
            translation,
          ]),
        )
        if (Object.keys(messages).length < held.length) return this.error(`${id}: two texts have one key.`)
        const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' })
        if (errors.length > 0) return this.error(`${id}: ${errors.map(({ error }) => error.message).join(' · ')}`)
        return { code: source, map: null, moduleType: 'js' }
      },
    },
  }
}

/** Turns text macros into code, and catalogs into modules; for the build and for tests. */
export function messages(): PluginOption[] {
  return [
    catalogs(),
    babel({
      presets: [
        {
          preset: {
            plugins: [
              [fileURLToPath(import.meta.resolve('@lingui/babel-plugin-lingui-macro')), { descriptorFields: 'message' }],
              englishCompiled,
            ],
          },
          rolldown: { filter: { code: /@lingui\/(?:core|react)\/macro/ } },
        },
      ],
    }),
  ]
}
