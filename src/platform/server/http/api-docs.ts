import fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Endpoint, recentAuthMinutes, tabletHeader } from '#platform/shared/endpoint.ts'
import { notFound, ProblemDocument } from '#platform/shared/problem.ts'
import type { Route } from '../endpoints/route.ts'
import { sendProblem } from './error-responses.ts'
import { withInlineStyles } from './security-headers.ts'

type Json = Record<string, unknown>

const schema = (of: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(of, { io, unrepresentable: 'any' }) as Json
  return rest
}
const problem = {
  description: 'Refused: a problem document with a stable code',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

function parameters(of: z.ZodType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schema(of, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, json]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: json,
  }))
}

const header = (name: string, required: boolean, description: string): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

function contentOf({ media, reply }: Endpoint): Json {
  if (media === 'rpc') return { content: { 'application/json': { schema: { type: 'object' } } } }
  if (media === 'event-stream') return { content: { 'text/event-stream': { schema: { type: 'string' } } } }
  if (!reply) return {}
  return { content: { 'application/json': { schema: schema(reply, 'output') } } }
}

const describe = (sentences: readonly (string | false)[]): Json => {
  const description = sentences.filter(Boolean).join(' ')
  return description ? { description } : {}
}

function operation({ endpoint }: Route): Json {
  const { auth, method, path, body, media, formField, role, summary, status, requiresRecentAuth } = endpoint
  const isWrite = method !== 'GET'
  return {
    summary,
    operationId:
      `${method.toLowerCase()}${path.replace(/^\/api/, '').replace(/\W+(\w)/g, (_all, letter: string) => letter.toUpperCase())}`.replace(
        /\W/g,
        '',
      ),
    tags: [path.split('/')[2] ?? 'api'],
    ...describe([
      auth.startsWith('household') && `Least role: ${role}.`,
      endpoint.tablet && `Open to paired tablets, which send ${tabletHeader} instead of X-Household-Id.`,
      requiresRecentAuth === true &&
        `Needs a password or passkey check within the last ${recentAuthMinutes} minutes (POST /api/users/reauthenticate).`,
    ]),
    security: auth === 'public' ? [] : [{ bearer: [] }, ...(endpoint.tablet ? [{ tablet: [] }] : [])],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(auth === 'household' ? [header('X-Household-Id', true, 'The household that is meant')] : []),
      ...(endpoint.idempotent ? [header('Idempotency-Key', false, 'Makes repeating the request harmless')] : []),
      ...(endpoint.versioned ? [header('If-Match', false, 'Version the change was made on; 412 when it is older')] : []),
    ],
    ...(media === 'multipart'
      ? {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: { type: 'object', properties: { [formField]: { type: 'string', format: 'binary' } }, required: [formField] },
              },
            },
          },
        }
      : media === 'rpc' && isWrite
        ? { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } } }
        : body
          ? { requestBody: { content: { 'application/json': { schema: schema(body, 'input') } } } }
          : {}),
    responses: { [status]: { description: 'Done', ...contentOf(endpoint) }, default: problem },
  }
}

/** Returns the OpenAPI 3.1 document of the mounted routes. */
export function createOpenApiDocument(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {}
  // OpenAPI has no methods of WebDAV.
  for (const route of routes.filter(({ endpoint }) => endpoint.media !== 'dav')) {
    const { path, method } = route.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Larder',
      version,
      description: 'The kitchen companion a household runs for itself.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The set-auth-token header of sign-in' },
        tablet: {
          type: 'apiKey',
          in: 'cookie',
          name: 'larder-tablet',
          description: `The cookie of a paired tablet. It counts only with the header ${tabletHeader}: 1.`,
        },
      },
      schemas: { Problem: schema(ProblemDocument, 'output') },
    },
    paths,
  }
}

/** Serves readable API pages at `/api/docs`. The first request loads the Swagger UI and calls `document`. */
export function serveApiDocs(app: FastifyInstance, document: () => object): void {
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
