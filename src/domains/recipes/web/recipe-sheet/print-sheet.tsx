import { t } from '@lingui/core/macro'
import { createPortal } from 'react-dom'
import type { Recipe } from '../../contract/index.ts'
import { scaleLine } from '../../rules/scale.ts'
import { minutes } from '../recipe-list/find-recipes.ts'

/** The recipe for printing, with the chosen servings. Visible in print only. */
export function PrintSheet({ recipe, servings }: { recipe: Recipe; servings: number }) {
  const time = recipe.prepTime + recipe.cookTime
  return createPortal(
    <div className="print-sheet" aria-hidden="true">
      <p className="display text-2xl">{recipe.name}</p>
      <p>
        {t`For ${servings}`}
        {time > 0 ? `, ${minutes(time)}` : ''}
        {recipe.description === '' ? '' : `. ${recipe.description}`}
      </p>
      <div className="mt-4 columns-2 gap-8">
        {recipe.lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <p key={place} className="break-inside-avoid">
            {scaleLine(line, servings / recipe.servings)}
          </p>
        ))}
      </div>
      <ol className="mt-4 list-decimal space-y-2 ps-6">
        {recipe.instructions.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <li key={at} className="break-inside-avoid whitespace-pre-line">
            {step}
          </li>
        ))}
      </ol>
      {recipe.notes === '' ? null : <p className="mt-4 whitespace-pre-line">{recipe.notes}</p>}
      {recipe.sourceUrl === null ? null : <p className="mt-4 text-sm">{recipe.sourceUrl}</p>}
    </div>,
    document.body,
  )
}
