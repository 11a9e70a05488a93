import { endpoint } from '#platform/shared/endpoint.ts'

/** The endpoint for AI assistants: Model Context Protocol over stateless streamable HTTP. */
const path = '/mcp'

export const sendMcpMessage = endpoint({
  method: 'POST',
  path,
  auth: 'token',
  summary: 'Model Context Protocol messages (JSON-RPC), one per request, for the household of the access token',
  scope: 'none',
  media: 'rpc',
  perMinute: 240,
})
/** The protocol allows clients to request a stream; on a 405 they continue without one. */
export const rejectMcpStream = endpoint({
  method: 'GET',
  path,
  auth: 'token',
  summary: 'Always 405: every message gets a direct response, so there is no stream',
  scope: 'none',
  media: 'rpc',
  perMinute: 240,
})
