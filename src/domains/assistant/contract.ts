import { endpoint } from '#platform/shared/endpoint.ts'

/** Where a household's own assistant asks: the model context protocol, over its streamable HTTP transport without sessions. */
const path = '/mcp'

export const tellAssistant = endpoint({
  method: 'POST',
  path,
  auth: 'token',
  summary: 'Messages of the model context protocol (JSON-RPC), one at a time; an access token says for which household',
  mode: 'free',
  media: 'rpc',
  perMinute: 240,
})
/** The protocol lets a client try for a stream; it is told that there is none and goes on without. */
export const streamToAssistant = endpoint({
  method: 'GET',
  path,
  auth: 'token',
  summary: 'Always 405: every message is answered at once, so there is no stream to wait at',
  mode: 'free',
  media: 'rpc',
  perMinute: 240,
})
