import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { withInlineStyles } from './headers.ts'

/** Readable API pages at `/api/docs`, from our own origin. `document` is asked when somebody reads them. */
export async function serveDocs(app: FastifyInstance, document: () => object): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: {} } } as never)
  await app.register(async (docs) => {
    // These pages are drawn by a library that writes a <style> of its own. Nothing of a household is on them.
    docs.addHook('onRequest', (_request, reply, done) => {
      reply.header('Content-Security-Policy', withInlineStyles(String(reply.getHeader('Content-Security-Policy'))))
      done()
    })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: false,
      transformSpecification: document,
      transformSpecificationClone: false,
      uiConfig: { deepLinking: true, supportedSubmitMethods: [] },
      theme: { title: 'Larder API' },
    })
  })
}
