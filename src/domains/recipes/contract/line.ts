import { z } from 'zod'
import { countUnits, massUnits, volumeUnits } from '#platform/shared/units.ts'

/** Units that recipes use beside those of stock: measures of other kitchens, natural portions and packs. */
export const kitchenUnits = [
  ...['dl', 'cl', 'pint', 'quart'],
  ...['clove', 'pinch', 'bunch', 'handful', 'dash', 'drop', 'drizzle', 'knob', 'sprig', 'leaf', 'slice', 'stalk', 'stick', 'head', 'ear'],
  ...['can', 'jar', 'bottle', 'package', 'bag', 'tub', 'box', 'glass', 'cube', 'roll', 'loaf', 'block', 'sheet', 'bar', 'ball', 'ladle'],
] as const
export const lineUnits: readonly string[] = [...massUnits, ...volumeUnits, ...countUnits, ...kitchenUnits]

/** What was understood of one ingredient line; `text` is the line as it was written. */
export const ParsedLine = z.object({
  text: z.string(),
  /** The lower end of a range; null: the line says none. */
  quantity: z.number().nullable(),
  /** Null: counted, or no quantity at all. */
  unit: z.string().nullable(),
  /** As written, without amount and preparation; empty where the line names no food (a heading). */
  food: z.string(),
  /** What is done to it and what else the line says; empty: nothing. */
  preparation: z.string(),
  /** False where a part was guessed, left out or can be read in two ways. */
  sure: z.boolean(),
})
export type ParsedLine = z.infer<typeof ParsedLine>
