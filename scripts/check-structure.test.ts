import { expect, test } from 'vitest'
import { checkStructure, readStructure } from './check-structure.ts'

const none = { longFunctions: {}, sharedNames: {}, manualScopes: {}, moduleVariables: {} }
const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n')
const check = (files: Record<string, string>, exceptions = none) =>
  checkStructure(readStructure(Object.entries(files).map(([path, text]) => ({ path, text }))), exceptions)

test('accepts a function of 60 lines and rejects one of 61', () => {
  expect(check({ 'src/app/start.ts': `function start() {\n${lines(58, 'run()')}\n}` })).toEqual([])
  expect(check({ 'src/app/start.ts': `function start() {\n${lines(59, 'run()')}\n}` })).toEqual([
    'src/app/start.ts#start: 61 lines; split it by meaning (at most 60)',
  ])
})

test('names a long function after the variable that holds it', () => {
  expect(check({ 'src/app/start.ts': `const start = () => {\n${lines(60, 'run()')}\n}` })).toEqual([
    expect.stringContaining('#start: 62 lines'),
  ])
})

test("doesn't count markup", () => {
  expect(check({ 'src/app/page.tsx': `function Page() {\n  return (\n    <p>\n${lines(80, 'text')}\n    </p>\n  )\n}` })).toEqual([])
})

test('rejects a name that three areas export, but not one that the layers of a domain share', () => {
  const declare = (...paths: string[]) => check(Object.fromEntries(paths.map((path) => [path, 'export type Place = string'])))
  expect(declare('src/domains/a/contract.ts', 'src/domains/b/contract.ts', 'src/platform/web/api/call.ts')).toEqual([
    'Place is declared by 3 files: src/domains/a/contract.ts, src/domains/b/contract.ts, src/platform/web/api/call.ts',
  ])
  expect(declare('src/domains/a/contract.ts', 'src/domains/a/server/store.ts', 'src/domains/a/rules.ts', 'src/domains/b/rules.ts')).toEqual(
    [],
  )
})

test('rejects an endpoint that opens its own scopes without a reason', () => {
  const contract = (scope: string) => ({
    'src/domains/a/contract.ts': `export const sendCart = endpoint({ method: 'POST', scope: ${scope} })`,
  })
  const problem = expect.stringContaining('sendCart has the scope manual')
  for (const scope of ["'manual'", "'manual' as const", "isFast ? 'household' : 'manual'"])
    expect(check(contract(scope))).toEqual([problem])
  expect(check(contract("'household'"))).toEqual([])
  expect(check({ 'src/domains/a/contract.ts': "const slow = { scope: 'manual' } as const" })).toEqual([
    expect.stringContaining('slow has the scope manual'),
  ])
  const routes = 'const all = [route(contract.sendCart, () => database.read(scope, work))]'
  expect(check({ 'src/domains/a/server/routes.ts': routes })).toEqual([problem])
  expect(check(contract("'manual'"), { ...none, manualScopes: { sendCart: 'waits for the store' } })).toEqual([])
})

test('rejects a mutable variable of a module without a reason', () => {
  const problem = (name: string) => expect.stringContaining(`src/app/start.ts#${name} changes`)
  const checkText = (text: string, exceptions = none) => check({ 'src/app/start.ts': text }, exceptions)
  expect(checkText('let count = 0')).toEqual([problem('count')])
  expect(checkText('export let first = 1, second = 2')).toEqual([problem('first'), problem('second')])
  expect(checkText('var old')).toEqual([problem('old')])
  expect(checkText('const count = 0')).toEqual([])
  expect(checkText('declare let self: Worker')).toEqual([])
  expect(checkText('function start() {\n  let count = 0\n}')).toEqual([])
  expect(checkText('let count = 0', { ...none, moduleVariables: { 'src/app/start.ts#count': 'counts the starts' } })).toEqual([])
})

test('an exception that nothing needs is a problem', () => {
  const exceptions = {
    longFunctions: { 'src/app/start.ts#start': 'reads top to bottom' },
    sharedNames: { Place: 'one meaning' },
    manualScopes: { sendCart: 'waits for the store' },
    moduleVariables: { 'src/app/start.ts#count': 'counts the starts' },
  }
  expect(check({}, exceptions)).toEqual([
    'scripts/structure-exceptions.json: remove src/app/start.ts#count, it is constant or gone',
    'scripts/structure-exceptions.json: remove sendCart, it has a scope or is gone',
    'scripts/structure-exceptions.json: remove src/app/start.ts#start, it is short or gone',
    'scripts/structure-exceptions.json: remove Place, few areas declare it',
  ])
})
