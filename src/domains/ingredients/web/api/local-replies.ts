import { nameKey } from '#platform/shared/name-key.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { getIngredient, listIngredients } from '../../contract/index.ts'
import { ingredientsByName, ingredientTable } from '../../rules/local-ingredients.ts'

export const ingredientReplies: readonly LocalReply[] = [
  localReply(listIngredients, [ingredientTable], (tables, { query }) => {
    const key = nameKey(query.search ?? '')
    return ingredientsByName(tables).filter(
      ({ name, aliases }) => key === '' || [name, ...aliases].some((word) => nameKey(word).includes(key)),
    )
  }),
  localReply(getIngredient, [ingredientTable], (tables, { params }) => tables.get(ingredientTable, params.id)),
]
