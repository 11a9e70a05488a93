import type { IncomingHttpHeaders } from 'node:http'
import { createMcpHandler, isLegacyRequest, McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { cookingTools } from './tools/cooking-tools.ts'
import type { ToolContext } from './tools/index.ts'
import { labelTools } from './tools/label-tools.ts'
import { priceTools } from './tools/price-tools.ts'
import { shoppingListTools } from './tools/shopping-list-tools.ts'
import { stockTools } from './tools/stock-tools.ts'

const instructions = `Larder tracks a household's food, where it is stored and when it expires, its recipes, meal plan and shopping list.
Start with what_goes_off or what_can_be_cooked when asked what to eat: food that expires first should be eaten first.
Quantities are decimals with at most three places; units are g, kg, oz, lb, ml, l, tsp, tbsp, cup, fl_oz, gal, each, piece, item, unit. Days are YYYY-MM-DD.
Members of the household can undo every change in Larder's History.`

function serverFor(context: ToolContext, version: string): McpServer {
  const server = new McpServer({ name: 'larder', title: 'Larder', version }, { instructions })
  for (const tool of [...stockTools, ...cookingTools, ...shoppingListTools, ...priceTools, ...labelTools]) tool.register(server, context)
  return server
}

/**
 * Handles one message with its own server. No state is kept between messages, so any process can handle any of them. `status` and `text`
 * are the protocol's response, which may be an error.
 */
export async function handleMcpMessage(
  context: ToolContext,
  version: string,
  headers: IncomingHttpHeaders,
  parsedBody: object,
): Promise<{ status: number; text: string }> {
  const request = requestOf(headers)
  const answer = (await isLegacyRequest(request, parsedBody))
    ? await handleLegacyRequest(serverFor(context, version), request, parsedBody)
    : await createMcpHandler(() => serverFor(context, version), { legacy: 'reject', maxSubscriptions: 0 }).fetch(request, {
        parsedBody,
      })
  return { status: answer.status, text: await answer.text() }
}

/** Handles clients that start with `initialize`, as all did until 2026. */
async function handleLegacyRequest(server: McpServer, request: Request, parsedBody: object): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

/** Builds the library's request: the protocol's headers, accepting any response format. */
function requestOf(headers: IncomingHttpHeaders): Request {
  const protocolHeaders = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name.startsWith('mcp-') && typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request('http://larder.invalid/mcp', {
    method: 'POST',
    headers: [...protocolHeaders, ['content-type', 'application/json'], ['accept', 'application/json, text/event-stream']],
  })
}
