import { z } from 'zod'
import { getLot } from '#domains/inventory/contract.ts'
import { formatLabelCode, getLabel, setLabel } from '#domains/labels/contract.ts'
import { Text } from '#platform/shared/text-schemas.ts'
import { tool } from './index.ts'
import { StockEntry, toStockEntry } from './stock-tools.ts'

const code = Text(64).describe('The code printed on the label, such as ACDE-FGHJ')
const Labeled = z.object({
  code: z.string(),
  /** What it is stuck on; null for a place, and for a free label. */
  food: StockEntry.nullable(),
  /** The place that it marks. */
  place: z.string().nullable(),
})

export const labelTools = [
  tool({
    name: 'what_is_on_label',
    title: 'What is on a label',
    description:
      'What the label with a printed code is on: food, with its amount and date, or the place that it marks. Both are null for a free label.',
    does: 'reads',
    input: z.object({ code }).strict(),
    output: Labeled,
    async run({ call, member }, input) {
      const { id, lotId, location } = await call(getLabel, { params: { id: input.code } })
      const lot = lotId === null ? null : await call(getLot, { params: { id: lotId } })
      return { code: formatLabelCode(id), food: lot && toStockEntry(lot, member.today), place: location }
    },
  }),
  tool({
    name: 'put_label_on',
    title: 'Put a label on food',
    description:
      'Says that the label with a printed code is on an item. Get the itemId from what_is_there. Takes it off what it was on before.',
    does: 'takes',
    input: z.object({ code, itemId: Text(64) }).strict(),
    output: Labeled,
    async run({ call, member }, { code: printed, itemId }) {
      const { id } = await call(setLabel, { params: { id: printed }, body: { lotId: itemId, location: null } })
      const lot = await call(getLot, { params: { id: itemId } })
      return { code: formatLabelCode(id), food: toStockEntry(lot, member.today), place: null }
    },
  }),
]
