import { expect, it } from 'vitest'
import { speaksJson } from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'

const testApp = useSeededApp()

interface Described {
  paths: Record<string, Record<string, { requestBody: { content: { 'multipart/form-data': { schema: { required: string[] } } } } }>>
}

it('uploads use the documented field and have a rate limit', async () => {
  const { paths } = (await testApp().inject({ method: 'GET', url: '/api/openapi.json' })).body as Described
  const home = seededHouseholdsOf(testApp()).a
  const overseer = await createServerAdmin(testApp())
  const rows = testApp()
    .server.routes.map(({ endpoint }) => endpoint)
    .filter(speaksJson)
    .filter(({ media }) => media === 'multipart')
  const findings: unknown[] = []
  for (const { method, path, auth, perMinute } of rows) {
    const { schema } = paths[path]?.[method.toLowerCase()]?.requestBody.content['multipart/form-data'] ?? { schema: { required: [] } }
    const person = auth === 'administrator' ? overseer : home.people.OWNER
    const answer = await testApp().inject({
      method,
      url: path.replace('{id}', home.targets.recipe),
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'multipart/form-data; boundary=b',
        ...(auth === 'household' && { 'x-household-id': home.id }),
      },
      payload: '--b\r\ncontent-disposition: form-data; name="another"; filename="a"\r\n\r\nx\r\n--b--\r\n',
    })
    const { code } = answer.body as { code?: string }
    if (answer.status !== 400 || code !== `${schema.required.join()}_field`) findings.push([path, schema.required, answer.status, code])
    // Server admins send dumps one after another.
    if (perMinute === null && auth !== 'administrator') findings.push([path, 'has no limit'])
  }
  expect(findings).toEqual([])
  expect(rows.length).toBeGreaterThan(5)
})
