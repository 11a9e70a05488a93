import fastify, { type FastifyInstance } from 'fastify'
import { notFound } from '#platform/shared/problem.ts'
import { sendProblem } from './errors.ts'
import { withInlineStyles } from './headers.ts'

/** Serves readable API pages at `/api/docs`. The first request loads the Swagger UI and calls `document`. */
export function serveDocs(app: FastifyInstance, document: () => object): void {
  let pages: Promise<FastifyInstance> | undefined
  for (const url of ['/api/docs', '/api/docs/*'])
    app.get(url, async ({ url, headers }, reply) => {
      pages ??= openPages(app, document)
      const { statusCode, rawPayload, ...response } = await (await pages).inject({ method: 'GET', url, headers })
      // Swagger UI adds its own <style>. The pages contain no household data.
      reply.header('Content-Security-Policy', withInlineStyles(String(reply.getHeader('Content-Security-Policy'))))
      // The outer response sets the connection's headers.
      const { connection: _connection, date: _date, 'transfer-encoding': _encoding, ...fileHeaders } = response.headers
      return reply.code(statusCode).headers(fileHeaders).send(rawPayload)
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
