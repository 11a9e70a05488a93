import clsx from 'clsx'
import { ChefHat, Flame, Salad, Sandwich, Soup, Wheat } from 'lucide-react'
import { usePicture } from '#platform/web/api/use-picture.ts'
import type { RecipeCategory, RecipeListItem } from '../../contract/index.ts'
import { dishDrawingOf } from '../../rules/dish-drawing.ts'
import { DishPicture } from './dish-picture.tsx'

const looks: Record<RecipeCategory, { icon: typeof ChefHat; tone: string }> = {
  italian: { icon: Wheat, tone: 'bg-herb-soft text-herb-ink' },
  asian: { icon: Soup, tone: 'bg-sky-soft text-sky-ink' },
  mexican: { icon: Flame, tone: 'bg-soon-soft text-soon-ink' },
  mediterranean: { icon: Salad, tone: 'bg-plum-soft text-plum-ink' },
  american: { icon: Sandwich, tone: 'bg-stone-soft text-stone-ink' },
  other: { icon: ChefHat, tone: 'bg-sunken text-ink-soft' },
}

/** A recipe's photo; without one, a drawing of the dish or a symbol of its cuisine. */
export function RecipePicture({
  recipe: { name, image, category },
  className,
}: {
  recipe: Pick<RecipeListItem, 'name' | 'image' | 'category'>
  className?: string
}) {
  const shown = usePicture(image)
  const dish = shown === null ? dishDrawingOf(name) : null
  const { icon: Icon, tone } = looks[category] ?? looks.other
  return (
    <div className={clsx('flex items-center justify-center overflow-hidden', shown === null && tone, className)}>
      {shown !== null ? (
        <img src={shown} alt="" className="size-full object-cover" />
      ) : dish !== null ? (
        <DishPicture dish={dish} />
      ) : (
        <Icon aria-hidden="true" className="size-9" strokeWidth={1.4} />
      )}
    </div>
  )
}
