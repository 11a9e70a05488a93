import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Text } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'

export const imageTypes = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp'] as const
/** Exclusive: a file of exactly this size is too large. */
export const imageTooLargeBytes = 10 * 1024 * 1024
export const wrongTypeSentence = 'Please select a valid image file (JPEG, PNG, or WebP)'
export const tooLargeSentence = 'File size must be less than 10MB'
export const notRecognizedSentence = 'Could not recognize the item'

export const ScanResult = z.object({
  success: z.boolean(),
  /** False only if two decoders agree or the household has the code. */
  needsConfirmation: z.boolean(),
  error: z.string().nullable(),
  method: z.enum(['barcode_lookup', 'photo_recognition']),
  /** 0 to 1, calibrated: about 80% of the answers with 0.8 are right. */
  confidence: z.number(),
  extractedText: z.string().nullable(),
  ingredient: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** GTIN-13 digits, or eight for EAN-8. Set whenever a code was read, known or not. */
  barcode: z.string().nullable(),
  barcodes: z.array(z.string()),
  alternatives: z.array(z.object({ id: z.string().nullable(), name: z.string(), confidence: z.number() })),
  /** Read from the picture; the user confirms it. */
  expirationDate: z.string().nullable(),
  /** Of a date that a GS1 code says; null if the date was read from print. */
  dateKind: z.enum(['use_by', 'best_before']).nullable(),
  /** From a GS1 code: this package's net weight or volume, its price in the store's currency, and its batch. */
  quantity: z.number().nullable(),
  unit: Unit.nullable(),
  price: z.number().nullable(),
  lotNumber: z.string().nullable(),
  /** The code of a printed label, if the picture shows one; then nothing else is recognized. */
  label: z.string().nullable(),
  /** Identifies the photo for one hour so that `confirmScan` can learn from it. Null if there is nothing to learn. */
  scanId: z.string().nullable(),
})
export type ScanResult = z.infer<typeof ScanResult>

/**
 * Multipart with one field, `image`. With `everything`, print is read and the photo classified even if a code identifies the product, which
 * takes about a second longer; otherwise only small pictures get both.
 */
export const scanPhoto = endpoint({
  method: 'POST',
  path: '/api/scan/photo',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Recognize what a picture shows, barcodes first',
  query: z.object({ everything: z.enum(['true', 'false']).optional() }).strict(),
  reply: ScanResult,
  scope: 'manual',
  media: 'multipart',
  perMinute: 60,
})
export const scanBarcode = endpoint({
  method: 'POST',
  path: '/api/scan/barcode',
  auth: 'household',
  role: 'MEMBER',
  tablet: true,
  summary: 'Look up a retail code, GS1 element string or GS1 Digital Link',
  body: z.object({ code: z.string().trim().max(512) }).strict(),
  reply: ScanResult,
  scope: 'manual',
  perMinute: 120,
})
/**
 * Records what a scanned photo shows so that similar photos are recognized. Idempotent; confirming another ingredient replaces the first.
 */
export const confirmScan = endpoint({
  method: 'POST',
  path: '/api/scan/confirm',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Confirm what a scanned photo shows',
  body: z.object({ scanId: z.string().min(1).max(16_000), ingredientId: z.uuid() }).strict(),
  reply: z.object({ learned: z.boolean() }),
  perMinute: 60,
})

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
export const ReceiptReading = z.object({
  lines: z.array(ReceiptDraft),
  total: z.number().nullable(),
  /** The household's store that it is from; null if it names none of them. */
  storeId: z.string().nullable(),
})
export type ReceiptReading = z.infer<typeof ReceiptReading>

/** Multipart with one field, `image`. */
export const readReceiptPhoto = endpoint({
  method: 'POST',
  path: '/api/receipts',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Read a photo of a receipt as draft lines; stores nothing',
  reply: ReceiptReading,
  mode: 'read',
  media: 'multipart',
  perMinute: 20,
})
/** A food that a photo of a shelf shows, as far as can be told. */
export const SeenFood = z.object({
  /** Null if the household has no such ingredient. */
  ingredientId: z.string().nullable(),
  name: z.string(),
  /** The code it was recognized by; otherwise null. */
  barcode: z.string().nullable(),
  /** The strongest evidence: a code, a name in print, or its looks. */
  evidence: z.enum(['barcode', 'print', 'looks']),
  /** 0 to 1, on the scale of `ScanResult`. */
  confidence: z.number(),
})
export type SeenFood = z.infer<typeof SeenFood>
export const ShelfReading = z.object({
  /** Most likely first. What isn't listed may still be there, hidden or turned away. */
  seen: z.array(SeenFood),
  /** Codes that neither the household nor the catalog on this server knows. */
  unknownBarcodes: z.array(z.string()),
  /** False if time ran out before the whole photo was read. */
  isComplete: z.boolean(),
})
export type ShelfReading = z.infer<typeof ShelfReading>

/** Multipart with one field, `image`. Takes several seconds. */
export const readShelfPhoto = endpoint({
  method: 'POST',
  path: '/api/scan/shelf',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Say which foods a photo of a shelf shows; stores nothing',
  reply: ShelfReading,
  mode: 'read',
  media: 'multipart',
  perMinute: 10,
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

/** A confirmed photo as the model sees it, in the form in which it is stored. */
export const LearnedPhoto = z.object({
  id: z.string().regex(/^[\da-f]{32}$/),
  model: z.string().min(1).max(100),
  features: z.base64().min(1).max(8000),
})
export type LearnedPhoto = z.infer<typeof LearnedPhoto>
/** Maximum number of confirmed photos that are kept, of one ingredient and of the household. */
export const maxLearnedPhotos = { ofFood: 12, ofHousehold: 400 } as const
