import { expect, it } from 'vitest'
import { z } from 'zod'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { makeSerializer } from './serialize.ts'

const testApp = useTestApp()

// Serializers are built on first use, so this test finds unusable schemas early.
it('builds a serializer for every reply of the API', () => {
  const replies = testApp().server.routes.flatMap(({ endpoint }) => (endpoint.reply ? [{ ...endpoint, reply: endpoint.reply }] : []))
  expect(replies.length).toBeGreaterThan(30)
  for (const { method, path, reply } of replies) expect(() => makeSerializer(reply), `${method} ${path}`).not.toThrow()
})

it('rejects a union of two objects', () => {
  expect(() => makeSerializer(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]))).toThrow('one array or one object')
})

it('drops keys that the reply schema doesn’t name', () => {
  const serialize = makeSerializer(z.object({ name: z.string(), inner: z.object({ kept: z.number() }).nullable() }))
  expect(serialize({ name: 'Milk', secret: 'x', inner: { kept: 1, secret: 'x' } })).toBe('{"name":"Milk","inner":{"kept":1}}')
})
