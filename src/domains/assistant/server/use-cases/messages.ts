import type { IncomingHttpHeaders } from 'node:http'
import { createMcpHandler, isLegacyRequest, McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { cookingTools } from './tools/cooking.ts'
import type { ToolContext } from './tools/index.ts'
import { listTools } from './tools/list.ts'
import { stockTools } from './tools/stock.ts'

const instructions = `Larder knows what food a household has, where it is and when it goes off, its recipes, its meal plan and its shopping list.
Start with what_goes_off or what_can_be_cooked when asked what to eat: what goes off first should be eaten first.
Quantities are decimals with at most three places; units are g, kg, oz, lb, ml, l, tsp, tbsp, cup, fl_oz, gal, each, piece, item, unit. Days are YYYY-MM-DD.
Everything that changes something can be taken back by the people of the household in Larder's History.`

function serverFor(context: ToolContext, version: string): McpServer {
  const server = new McpServer({ name: 'larder', title: 'Larder', version }, { instructions })
  for (const tool of [...stockTools, ...cookingTools, ...listTools]) tool.register(server, context)
  return server
}

/**
 * Answers one message. Each gets a server of its own that is forgotten with the answer: nothing is kept between two, so any process may
 * answer any of them. `status` and `text` are what the protocol sends, errors of its own among them.
 */
export async function answerMessage(
  context: ToolContext,
  version: string,
  headers: IncomingHttpHeaders,
  parsedBody: object,
): Promise<{ status: number; text: string }> {
  const request = requestOf(headers)
  const answer = (await isLegacyRequest(request, parsedBody))
    ? await ofOlderClients(serverFor(context, version), request, parsedBody)
    : await createMcpHandler(() => serverFor(context, version), { legacy: 'reject', maxSubscriptions: 0 }).fetch(request, {
        parsedBody,
      })
  return { status: answer.status, text: await answer.text() }
}

/** Clients that begin with `initialize`, as all did until 2026. */
async function ofOlderClients(server: McpServer, request: Request, parsedBody: object): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

/** The request as the library wants it: what it says of the protocol, and that any form of answer will do. */
function requestOf(headers: IncomingHttpHeaders): Request {
  const ofProtocol = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name.startsWith('mcp-') && typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request('http://larder.invalid/mcp', {
    method: 'POST',
    headers: [...ofProtocol, ['content-type', 'application/json'], ['accept', 'application/json, text/event-stream']],
  })
}
