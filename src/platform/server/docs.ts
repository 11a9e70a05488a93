import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** Readable API pages at `/api/docs`, from our own origin. */
export async function serveDocs(app: FastifyInstance, document: object): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document } } as never)
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    uiConfig: { deepLinking: true, supportedSubmitMethods: [] },
    theme: { title: 'Larder API' },
  })
}
