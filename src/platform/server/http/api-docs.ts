import fastify, { type FastifyInstance } from 'fastify'
import { notFound } from '#platform/shared/problem.ts'
import { sendProblem } from './errors.ts'
import { withInlineStyles } from './headers.ts'

/**
 * Readable API pages at `/api/docs`, from our own origin. `document` is asked when somebody reads them; what draws them, with the files it
 * finds beside itself, is loaded then, too.
 */
export function serveDocs(app: FastifyInstance, document: () => object): void {
  let pages: Promise<FastifyInstance> | undefined
  for (const url of ['/api/docs', '/api/docs/*'])
    app.get(url, async ({ url, headers }, reply) => {
      pages ??= openPages(app, document)
      const { statusCode, rawPayload, ...answer } = await (await pages).inject({ method: 'GET', url, headers })
      // These pages are drawn by a library that writes a <style> of its own. Nothing of a household is on them.
      reply.header('Content-Security-Policy', withInlineStyles(String(reply.getHeader('Content-Security-Policy'))))
      // What is about the connection is ours to say.
      const { connection: _connection, date: _date, 'transfer-encoding': _encoding, ...ofTheFile } = answer.headers
      return reply.code(statusCode).headers(ofTheFile).send(rawPayload)
    })
}

async function openPages(app: FastifyInstance, document: () => object): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')])
  const pages: FastifyInstance = fastify({ loggerInstance: app.log, disableRequestLogging: true })
  pages.setErrorHandler((error, request, reply) => sendProblem(request, reply, error))
  pages.setNotFoundHandler((request, reply) => sendProblem(request, reply, notFound()))
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
