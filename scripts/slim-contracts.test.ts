import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { slimContracts } from './slim-contracts.ts'

const { transform } = slimContracts()

function built(path: string, code: string): string {
  if (typeof transform !== 'object' || !('handler' in transform)) throw new Error('The plugin has no transform.')
  const context = { parse: parseAst } as unknown as ThisParameterType<typeof transform.handler>
  const result = transform.handler.call(context, code, `/project/src/${path}`, { moduleType: 'js' } as never)
  return typeof result === 'object' && result !== null && 'code' in result ? String(result.code) : code
}

test('an endpoint keeps what the browser reads', () => {
  const code = `export const addLot = endpoint({ method: 'POST', path: '/api/inventory', auth: 'household', summary: 'Add', body: NewLot, reply: Lot })`
  expect(built('domains/inventory/contract.ts', code)).toBe(
    `export const addLot = ({ method: 'POST', path: '/api/inventory', auth: 'household', body: true })`,
  )
})

test('an endpoint without a body says so, and helpers of a contract get no schemas', () => {
  const code = `const onLot = (path, summary, body) => endpoint({ method: 'POST', path, auth: 'household', summary, body })
export const openLot = onLot('open', 'Open', z.object({}).strict())
export const listLots = endpoint({ method: 'GET', path: '/api/inventory', auth: 'household', reply: Lots })`
  const result = built('domains/inventory/contract.ts', code)
  expect(result).toContain(`({ method: 'POST', path: path, auth: 'household', body: true })`)
  expect(result).toContain(`onLot('open', 'Open', true)`)
  expect(result).toContain(`auth: 'household', body: null })`)
})

test('schemas are marked as free of side effects and events keep their name', () => {
  const code = `export const Unit = z.enum(units)
export const itemAdded = eventType('item.added', z.object({ id: Id }))`
  expect(built('domains/inventory/contract.ts', code)).toBe(`export const Unit = /* @__PURE__ */ (() => (z.enum(units)))()
export const itemAdded = ({ name: 'item.added' })`)
})

test('schemas are imported from the copy that has them', () => {
  const code = `import { addLot, NewLot, units } from '../../contract.ts'\nimport { ApiError } from '#platform/web/api/call.ts'`
  expect(built('domains/inventory/web/lot-sheet/lot-form.ts', code)).toBe(
    `import { NewLot as NewLot } from '../../contract.ts?schemas';import { addLot as addLot, units as units } from '../../contract.ts';\nimport { ApiError } from '#platform/web/api/call.ts'`,
  )
})

test('classes are imported from the module itself', () => {
  const code = `import { IncompleteRowsError } from '#platform/shared/local-tables.ts'`
  expect(built('platform/web/api/local-replies.ts', code)).toBe(code)
})

test('the copy with schemas passes on those of other modules', () => {
  const code = `export * from './item.ts'\nexport { Id } from '#platform/shared/ids.ts'`
  expect(built('domains/shopping/contract/index.ts', code)).toBe(code)
  expect(built('domains/shopping/contract/index.ts?schemas', code)).toBe(
    `export * from './item.ts?schemas'\nexport { Id } from '#platform/shared/ids.ts?schemas'`,
  )
})
