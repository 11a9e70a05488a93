import { type ESTree, type Plugin, Visitor } from 'vite'

const isSummary = (property: ESTree.ObjectPropertyKind): property is ESTree.ObjectProperty =>
  property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'summary' && property.value.type === 'Literal'

/** Leaves the endpoints' summaries out of the build: only the API docs, which the server writes, show them. */
export const dropSummaries = (): Plugin => ({
  name: 'larder:drop-summaries',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/.*(?:\/contract(?:\.ts|\/)|\/platform\/shared\/operations\.ts)/, code: 'summary' },
    handler(code) {
      let result = ''
      let at = 0
      new Visitor({
        CallExpression({ callee, arguments: [options] }) {
          if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || options?.type !== 'ObjectExpression') return
          for (const { value } of options.properties.filter(isSummary)) {
            result += `${code.slice(at, value.start)}''`
            at = value.end
          }
        },
      }).visit(this.parse(code))
      return { code: result + code.slice(at), map: null }
    },
  },
})
