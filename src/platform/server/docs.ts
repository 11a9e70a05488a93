import fastify, { type FastifyInstance } from 'fastify'
import { withInlineStyles } from './headers.ts'

/**
 * Readable API pages at `/api/docs`, from our own origin. `document` is asked when somebody reads them; what draws them, with the files it
 * finds beside itself, is loaded then, too.
 */
export function serveDocs(app: FastifyInstance, document: () => object): void {
  let pages: Promise<FastifyInstance> | undefined
  for (const url of ['/api/docs', '/api/docs/*'])
    app.get(url, async (request, reply) => {
      pages ??= openPages(document)
      const { method, headers } = request
      const answer = await (await pages).inject({ method: method as 'GET' | 'HEAD', url: request.url, headers })
      // These pages are drawn by a library that writes a <style> of its own. Nothing of a household is on them.
      reply.header('Content-Security-Policy', withInlineStyles(String(reply.getHeader('Content-Security-Policy'))))
      return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload)
    })
}

async function openPages(document: () => object): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')])
  const pages = fastify()
  await pages.register(swagger, { mode: 'static', specification: { document: {} } } as never)
  await pages.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    transformSpecification: document,
    transformSpecificationClone: false,
    uiConfig: { deepLinking: true, supportedSubmitMethods: [] },
    theme: { title: 'Larder API' },
  })
  return pages
}
