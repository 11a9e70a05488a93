import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import type { Lot } from '#domains/inventory/contract.ts'

/** Links to the lot's sheet on the inventory page. */
export function LotLine({ lot, line, aside }: { lot: Lot; line: ReactNode; aside: ReactNode }) {
  return (
    <li>
      <Link
        to="/inventory"
        search={{ item: lot.id }}
        className="flex min-h-16 items-center gap-3 px-4 py-2.5 text-ink no-underline hover:bg-hover sm:px-5"
      >
        <IngredientGlyph name={lot.ingredient.name} category={lot.ingredient.category} />
        <span className="min-w-0 flex-1">
          <span className="display line-clamp-2 text-lg leading-snug wrap-anywhere">{lot.ingredient.name}</span>
          <span className="block text-sm text-ink-soft">{line}</span>
        </span>
        {aside}
      </Link>
    </li>
  )
}
