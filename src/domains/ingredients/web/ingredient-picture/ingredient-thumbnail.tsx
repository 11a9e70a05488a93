import { useIngredientPicture } from '../api/pictures.ts'
import { IngredientGlyph } from './ingredient-glyph.tsx'

/** The household's picture of an ingredient, small; nothing if it has none. */
export function IngredientThumbnail(props: { id: string | null; name: string; category: string; className?: string }) {
  const picture = useIngredientPicture(props.id)
  return picture === null ? null : <IngredientGlyph {...props} size="small" />
}
