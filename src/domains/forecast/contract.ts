import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Unit } from '#platform/shared/units.ts'

/** A lot that may be gone or smaller than recorded, because not all uses are recorded. */
export const StockQuestion = z.object({
  lotId: z.string(),
  /** The version of the lot that this is about. */
  version: z.int(),
  /** Probability (0 to 1) that nothing of it is left. */
  gone: z.number(),
  /** Expected quantity left, in the lot's unit. */
  left: z.number(),
})
export type StockQuestion = z.infer<typeof StockQuestion>

export const StockDoubt = StockQuestion.omit({ left: true }).extend({ ingredientId: z.string() })
export type StockDoubt = z.infer<typeof StockDoubt>

/** From this probability on, a lot is probably gone. */
export const probablyGone = 0.5

/** How many of these lots are listed. */
export const maxStockDoubts = 200

/** A size that an ingredient is sold in, and what buying one today would come to. */
export const JudgedPack = z.object({
  /** In the ingredient's unit. */
  quantity: z.number(),
  /** The last price of the whole pack. */
  price: z.number(),
  /** Where it was that cheap; null if unknown. */
  storeId: z.string().nullable(),
  /** Probability (0 to 1) that some of it is thrown away. */
  chance: z.number(),
  /** Expected share of it (0 to 1) that is thrown away. */
  thrown: z.number(),
})
export type JudgedPack = z.infer<typeof JudgedPack>

/** Another size of an ingredient that is clearly cheaper than the usual one per amount that is eaten. */
export const PackAdvice = z.object({ ingredientId: z.string(), unit: Unit, usual: JudgedPack, better: JudgedPack })
export type PackAdvice = z.infer<typeof PackAdvice>

/** Counts in a week, by questions or otherwise, after which no more are asked. */
export const questionsPerWeek = 3

export const listStockDoubts = endpoint({
  method: 'GET',
  path: '/api/stock-doubts',
  auth: 'household',
  summary:
    'The 200 lots most likely gone by the last forecast, because they were used up without a record; each at least as likely gone as not. Recipes, meal plans and the list don’t count them as stock',
  reply: z.array(StockDoubt),
})

export const listStockQuestions = endpoint({
  method: 'GET',
  path: '/api/stock-questions',
  auth: 'household',
  scope: 'manual',
  summary:
    'Lots worth counting, those worth most first: at most three a week, fewer after other counts. Correct or confirm the lot to answer',
  reply: z.array(StockQuestion),
})

export const listPackAdvice = endpoint({
  method: 'GET',
  path: '/api/pack-advice',
  auth: 'household',
  scope: 'manual',
  summary:
    'Ingredients of which another size, bought within half a year, is clearly cheaper per amount eaten, by the forecast of what is thrown away',
  reply: z.array(PackAdvice),
})
