import { z } from 'zod'
import { countUnits, massUnits, volumeUnits } from '#platform/shared/units.ts'

/** Units of recipes besides those of stock: foreign measures, natural portions and packs. */
export const kitchenUnits = [
  ...['dl', 'cl', 'pint', 'quart'],
  ...['clove', 'pinch', 'bunch', 'handful', 'dash', 'drop', 'drizzle', 'knob', 'sprig', 'leaf', 'slice', 'stalk', 'stick', 'head', 'ear'],
  ...['can', 'jar', 'bottle', 'package', 'bag', 'tub', 'box', 'glass', 'cube', 'roll', 'loaf', 'block', 'sheet', 'bar', 'ball', 'ladle'],
] as const
export const lineUnits: readonly string[] = [...massUnits, ...volumeUnits, ...countUnits, ...kitchenUnits]

/** An ingredient line, parsed; `text` is the line as written. */
export const ParsedLine = z.object({
  text: z.string(),
  /** The lower end of a range; null if there is no quantity. */
  quantity: z.number().nullable(),
  /** Null if counted or without a quantity. */
  unit: z.string().nullable(),
  /** As written, without amount and preparation; empty if the line names no food (a heading). */
  food: z.string(),
  /** How to prepare it and other remarks; empty if there are none. */
  preparation: z.string(),
  /** False if a part was guessed, left out or ambiguous. */
  sure: z.boolean(),
})
export type ParsedLine = z.infer<typeof ParsedLine>
