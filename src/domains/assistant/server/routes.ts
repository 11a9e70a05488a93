import { type Route, route } from '#platform/server/endpoints/route.ts'
import { internalClientFor } from '#platform/server/http/internal-client.ts'
import { Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { isAllowedOrigin } from '../rules/allowed-origin.ts'

export interface AssistantOptions {
  readonly version: string
  /** Null if not configured. */
  readonly publicUrl: string | null
}

export const assistantRoutes = ({ version, publicUrl }: AssistantOptions): Route[] => [
  route(contract.sendMcpMessage, async ({ member, request, reply }) => {
    if (!isAllowedOrigin(request.headers.origin, request.headers.host, publicUrl))
      throw new Problem(403, 'origin_denied', 'Requests from pages on other sites aren’t allowed.')
    const message = request.body
    if (typeof message !== 'object' || message === null || Array.isArray(message))
      throw new Problem(422, 'one_message', 'Send one Model Context Protocol message as a JSON object.')
    // Loaded on first use, because most servers have no assistant.
    const { handleMcpMessage } = await import('./use-cases/messages.ts')
    const { status, text } = await handleMcpMessage({ call: internalClientFor(request, member), member }, version, request.headers, message)
    return reply.status(status).header('Cache-Control', 'no-store').type('application/json; charset=utf-8').serializer(String).send(text)
  }),
  route(contract.rejectMcpStream, async ({ header }) => {
    header('Allow', 'POST')
    throw new Problem(405, 'no_stream', 'Streaming isn’t supported. Every message gets a direct response.')
  }),
]
