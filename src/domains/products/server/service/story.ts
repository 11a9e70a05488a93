import type { Story } from '#domains/households/server/service.ts'
import { ingredientAdded, ingredientChanged, ingredientRemoved } from '../../contract.ts'
import { namesOf } from '../store.ts'

const verbs: Record<string, string> = {
  [ingredientAdded.name]: 'Added the food',
  [ingredientChanged.name]: 'Changed the food',
  [ingredientRemoved.name]: 'Removed the food',
}

/** What changes of foods say of themselves. */
export const productStory: Story = {
  names: Object.keys(verbs),
  async tell(q, householdId, changes) {
    const idOf = (payload: unknown) => (payload as { ingredientId: string }).ingredientId
    const names = new Map(
      (
        await namesOf(
          q,
          householdId,
          changes.map(({ payload }) => idOf(payload)),
        )
      ).map(({ id, name }) => [id, name]),
    )
    return new Map(changes.map(({ seq, name, payload }) => [seq, `${verbs[name]} ${names.get(idOf(payload)) ?? 'that is gone'}`]))
  },
}
