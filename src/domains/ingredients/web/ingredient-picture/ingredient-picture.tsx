import { usePicture } from '#platform/web/api/use-picture.ts'
import { ingredientPictureOf } from '../../rules/ingredient-picture.ts'
import { useIngredientPicture } from '../api/pictures.ts'
import sprite from './food-pictures.svg'

const hueByCategory: Record<string, number> = {
  Produce: 140,
  Bakery: 65,
  Meat: 20,
  Seafood: 222,
  Deli: 5,
  'Dairy & Eggs': 255,
  Frozen: 200,
  'Grains & Pasta': 88,
  Baking: 50,
  'Canned Goods': 32,
  'Condiments & Sauces': 42,
  'Spices & Herbs': 126,
  'Oils & Vinegars': 108,
  'Snacks & Sweets': 345,
  Breakfast: 76,
  Beverages: 185,
  'Plant Proteins': 160,
  Baby: 312,
  Household: 285,
}

function hueOf(category: string): number {
  const known = hueByCategory[category]
  if (known !== undefined) return known
  let hash = 7
  for (const letter of category) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return hash
}

/** Returns the first letter or digit, or “·” if there is none. */
const initialOf = (name: string): string => name.match(/\p{L}|\p{N}/u)?.[0]?.toLocaleUpperCase() ?? '·'

/** Fills a tile with the household's picture of an ingredient. Draws the ingredient if there is none or it can't be loaded. */
export function IngredientPicture({ id, name, category }: { id?: string | null | undefined; name: string; category: string }) {
  const photo = usePicture(useIngredientPicture(id))
  if (photo === null) return <Drawing name={name} category={category} />
  return <img src={photo} alt="" className="size-full rounded-[inherit] object-cover" />
}

/** A drawing in the category's colors, or the first letter if there is none. */
function Drawing({ name, category }: { name: string; category: string }) {
  const picture = ingredientPictureOf(name, category)
  const hue = hueOf(category)
  const chroma = category === 'Other' || category === '' ? 0.008 : 0.05
  return (
    <span
      className="flex size-full items-center justify-center rounded-[inherit]"
      style={{
        background: `light-dark(oklch(0.93 ${chroma * 0.8} ${hue}), oklch(0.31 ${chroma * 0.7} ${hue}))`,
        color: `light-dark(oklch(0.41 ${chroma * 1.5} ${hue}), oklch(0.88 ${chroma} ${hue}))`,
      }}
    >
      {picture ? (
        <svg
          viewBox="0 0 32 32"
          aria-hidden="true"
          className="size-[74%]"
          style={{ fill: `light-dark(oklch(0.83 ${chroma * 1.5} ${hue}), oklch(0.46 ${chroma * 1.3} ${hue}))` }}
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <use href={`${sprite}#${picture}`} />
        </svg>
      ) : (
        initialOf(name)
      )}
    </span>
  )
}
