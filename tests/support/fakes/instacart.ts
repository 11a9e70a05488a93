import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** Units the service accepts. */
const units = [
  'cup',
  'cups',
  'c',
  'fl oz can',
  'fl oz container',
  'fl oz jar',
  'fl oz pouch',
  'gallon',
  'ml',
  'milliliter',
  'l',
  'liter',
  'pint',
  'pt container',
  'quart',
  'tablespoon',
  'tb',
  'tbs',
  'teaspoon',
  'ts',
  'tsp',
  'tspn',
  'g',
  'gram',
  'kg',
  'kilogram',
  'lb',
  'pound',
  'lb bag',
  'lb can',
  'lb container',
  'per lb',
  'oz',
  'ounce',
  'oz bag',
  'oz can',
  'oz container',
  'bunch',
  'can',
  'each',
  'ears',
  'head',
  'large',
  'medium',
  'small',
  'package',
  'packet',
  'small ears',
  'small head',
] as const

/** The documented body of `products_link` for a list, without deprecated keys. Rejects unknown keys. */
const Page = z
  .object({
    title: z.string().min(1),
    link_type: z.literal('shopping_list').optional(),
    image_url: z.url().optional(),
    expires_in: z.int().min(1).max(365).optional(),
    instructions: z.array(z.string()).optional(),
    landing_page_configuration: z.object({ partner_linkback_url: z.url().optional() }).strict().optional(),
    line_items: z
      .array(
        z
          .object({
            name: z.string().min(1),
            display_text: z.string().optional(),
            line_item_measurements: z.array(z.object({ quantity: z.number().positive(), unit: z.enum(units) }).strict()).optional(),
            upcs: z.array(z.string().regex(/^\d{12,14}$/)).optional(),
            product_ids: z.array(z.int()).optional(),
            filters: z
              .object({ brand_filters: z.array(z.string()).optional(), health_filters: z.array(z.string()).optional() })
              .strict()
              .optional(),
          })
          .strict(),
      )
      .min(1),
  })
  .strict()
type Page = z.infer<typeof Page>

type Behaviour = (response: ServerResponse, page: Page) => void

/** A loopback server with the API of the Instacart Developer Platform, working or failing. */
export interface InstacartPlatform {
  readonly url: string
  readonly apiKey: string
  /** Bodies of the valid requests, one for each created page. */
  readonly pages: Page[]
  /** Counts all requests, valid or not. */
  readonly requests: () => number
  /** Sets the response to later valid requests. */
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
const error = (response: ServerResponse, status: number, code: number, message: string) =>
  json(response, status, { error: { message, code }, meta: { key: 'x' } })

let made = 0
/** Responses as documented, and as a service in trouble sends them. */
export const replies = {
  page: (response: ServerResponse) =>
    json(response, 200, { products_link_url: `https://www.instacart.com/store/shopping_lists/${++made}` }),
  link:
    (url: unknown): Behaviour =>
    (response) =>
      json(response, 200, { products_link_url: url }),
  error:
    (status: number, code = 9999): Behaviour =>
    (response) =>
      error(response, status, code, 'as asked for by a test'),
  raw:
    (status: number, type: string, body: string): Behaviour =>
    (response) =>
      void response.writeHead(status, { 'Content-Type': type }).end(body),
  silent: () => undefined,
  /** Creates the page, but loses the response. */
  gone: (response: ServerResponse) => void response.destroy(),
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

/** Starts the server, which accepts only `apiKey`. */
export async function startInstacart(apiKey = 'keys.0123456789abcdef'): Promise<InstacartPlatform> {
  const pages: Page[] = []
  let requests = 0
  let behaviour: Behaviour = replies.page
  const server = createServer(async (request, response) => {
    requests++
    const { method, url, headers } = request
    const text = await bodyOf(request)
    if (method !== 'POST' || url !== '/idp/v1/products/products_link') return error(response, 404, 1001, 'no such call')
    if (headers.authorization !== `Bearer ${apiKey}`) return error(response, 401, 1001, 'unknown key')
    if (headers['content-type'] !== 'application/json' || headers.accept !== 'application/json')
      return error(response, 400, 1001, 'JSON only')
    const page = Page.safeParse(JSON.parse(text))
    if (!page.success) return error(response, 400, 1001, page.error.message)
    pages.push(page.data)
    behaviour(response, page.data)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    apiKey,
    pages,
    requests: () => requests,
    behave(next) {
      behaviour = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}
