import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Quantity } from '#platform/shared/quantity.ts'
import { Unit } from '#platform/shared/units.ts'
import { path, read, write } from './item.ts'

export const exportList = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/export`,
  summary: 'The list as a file: CSV (RFC 4180, formulas escaped) or text',
  mode: 'free',
  media: 'file',
  query: z
    .object({
      format: z.enum(['csv', 'text']),
      /** Adds a byte order mark, which some spreadsheets need to detect UTF-8. */
      bom: z
        .enum(['true', 'false'])
        .transform((s) => s === 'true')
        .optional(),
    })
    .strict(),
})

export const nothingForInstacart = /*i18n*/ 'No checked items with Instacart products available'
export const Cart = z.object({
  url: z.string(),
  items: z.array(z.object({ productId: z.string(), name: z.string(), quantity: z.number(), unit: z.string() })),
  /** Product ids whose rows are no longer on the list. */
  unmatched: z.array(z.string()),
})
export type Cart = z.infer<typeof Cart>
export const createInstacartCart = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/create-instacart-cart`,
  summary: 'Create an Instacart page with these rows; the same rows return the same page',
  mode: 'free',
  body: z
    .object({ items: z.array(z.object({ productId: z.string().max(100), quantity: Quantity, unit: Unit }).strict()).max(300) })
    .strict(),
  reply: z.object({ cart: Cart }),
  perMinute: 20,
})
