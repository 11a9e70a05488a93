import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Text } from '#platform/shared/text.ts'
import { Unit } from '#platform/shared/units.ts'

/** A line for the user to check before it's added. */
export const ReceiptDraft = z.object({
  /** As printed. */
  text: z.string(),
  /** The most likely ingredient; the printed text if there is none. */
  name: z.string(),
  ingredientId: z.string().nullable(),
  /** True if the household has confirmed what this line means. */
  learned: z.boolean(),
  quantity: z.number(),
  unit: Unit,
  price: z.number().nullable(),
})
export type ReceiptDraft = z.infer<typeof ReceiptDraft>
export const ReceiptReading = z.object({ lines: z.array(ReceiptDraft), total: z.number().nullable() })
export type ReceiptReading = z.infer<typeof ReceiptReading>

/** Multipart with one field, `image`. */
export const readReceiptPhoto = endpoint({
  method: 'POST',
  path: '/api/receipts',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Read a photo of a receipt as draft lines; stores nothing',
  reply: ReceiptReading,
  mode: 'free',
  media: 'multipart',
  perMinute: 20,
})
export const learnReceiptNames = endpoint({
  method: 'PUT',
  path: '/api/receipts/names',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Remember which ingredients the lines of a receipt mean',
  body: z
    .object({
      names: z
        .array(z.object({ text: Text(120), ingredientId: z.uuid() }).strict())
        .min(1)
        .max(200),
    })
    .strict(),
  reply: z.object({ learned: z.int() }),
})

/** Follows from adding lots: a printed name was linked to an ingredient. */
export const receiptLearned = eventType('receipt.learned', z.object({ ingredientIds: z.array(z.string()) }))
