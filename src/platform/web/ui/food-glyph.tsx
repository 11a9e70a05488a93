import clsx from 'clsx'

// Hues of the aisles, apart enough to help the eye and muted enough to stay quiet.
const hues: Record<string, number> = {
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
  const known = hues[category]
  if (known !== undefined) return known
  let hash = 7
  for (const letter of category) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return hash
}

/** The first letter people see, e.g. "É" of "Échalote"; "·" for a name without letters. */
function initialOf(name: string): string {
  return name.match(/\p{L}|\p{N}/u)?.[0]?.toLocaleUpperCase() ?? '·'
}

/** A food's tile: its initial on its aisle's colour. Decoration: the name stands beside it. */
export function FoodGlyph({
  name,
  category,
  size = 'medium',
  className,
}: {
  name: string
  category: string
  size?: 'small' | 'medium' | 'large'
  className?: string
}) {
  const plain = category === 'Other' || category === ''
  const hue = hueOf(category)
  const chroma = plain ? 0.008 : 0.052
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'display inline-flex shrink-0 items-center justify-center rounded-tile leading-none select-none',
        { small: 'size-8 text-base', medium: 'size-11 text-xl', large: 'size-16 text-3xl' }[size],
        className,
      )}
      style={{
        background: `light-dark(oklch(0.92 ${chroma} ${hue}), oklch(0.33 ${chroma * 0.85} ${hue}))`,
        color: `light-dark(oklch(0.39 ${chroma * 1.7} ${hue}), oklch(0.87 ${chroma * 1.2} ${hue}))`,
      }}
    >
      {initialOf(name)}
    </span>
  )
}
