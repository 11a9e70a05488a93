import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { speaksJson } from '#tests/support/server/requests.ts'
import { seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import * as columns from './columns.ts'
import { inspect, readsFirst, type Site } from './inspector.ts'

// What actors may do. `refusals.test.ts` tests what they may not.

// Thousands of requests on a busy machine take a while.
vi.setConfig({ testTimeout: 600_000 })

const testApp = useSeededApp()
let seeded: SeededHouseholds
let site: Site
const counted: [string, number][] = []
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
  site = { app: testApp().server.app, testApp: testApp(), seeded }
})
afterAll(() => {
  const total = counted.reduce((sum, [, cells]) => sum + cells, 0)
  console.log(
    `access matrix: ${total} cells on ${testApp().server.routes.length} routes (${counted.map((pair) => pair.join(' ')).join(', ')})`,
  )
})

const allRows = () => testApp().server.routes.map(({ endpoint }) => endpoint)
const rows = () => allRows().filter(speaksJson)

/** Returns `METHOD /path` of every route of the server's router. */
function servedBy(app: FastifyInstance): string[] {
  const way: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (path === '') return []
      way.splice(indent.length / 4, way.length, path)
      return methods?.split(', ').map((method) => `${method} ${way.join('')}`) ?? []
    })
}

async function go(name: string, column: columns.Column): Promise<string[]> {
  const inspector = inspect(site)
  await column(inspector, readsFirst(rows()))
  counted.push([name, inspector.cells()])
  expect(inspector.cells()).toBeGreaterThan(0)
  return inspector.findings
}

describe('the access matrix, every route by every actor', () => {
  it('has a row for every served route, except for the app’s pages and the API description', () => {
    const named = new Set(allRows().map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`))
    // The last asks for task lists at the address of the app’s pages.
    const isRoute = (row: string) => / \/(api|mcp|dav|\.well-known\/caldav)(\/|$)/.test(row) || row === 'PROPFIND /'
    const served = servedBy(testApp().server.app).filter((row) => isRoute(row) && !/^(GET|HEAD) \/api\/docs/.test(row))
    expect(served.toSorted()).toEqual([...named].toSorted())
    const others = servedBy(testApp().server.app).filter((row) => !isRoute(row))
    expect(others.filter((row) => !/^(GET|HEAD) /.test(row))).toEqual([])
  })
  it('4: a route without a household ignores the header that names one', async () => {
    expect(await go('4', columns.ignoredHousehold)).toEqual([])
  })
  it('5: responses to another household reveal nothing about this one', async () => {
    expect(await go('5', columns.foreignIds)).toEqual([])
  })
  it('7: a former member keeps their own data, and sees nothing of the household', async () => {
    expect(await go('7', columns.exMember)).toEqual([])
  })
  it('9–12: each role may do what the route allows', async () => {
    expect(await go('9–12', columns.members)).toEqual([])
  })
  it('public routes ignore the caller’s identity', async () => {
    expect(await go('public', columns.publicRoutes)).toEqual([])
  })
})
