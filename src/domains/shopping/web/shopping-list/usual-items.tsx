import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { addItems } from '../api/list-mutation.ts'
import { useUsualItems } from '../api/requests.ts'

const maxShown = 12
/** Shown on a wide screen until expanded: one line, so that the list stays visible. */
const firstShown = 4

/** Items bought regularly that are not on the list; a tap adds one. */
export function UsualItems({ items }: { items: readonly ShoppingItem[] }) {
  const { show } = useUnits()
  const { data } = useUsualItems()
  const [all, setAll] = useState(false)
  if (!data || data.length === 0) return null
  const ids = new Set(items.filter(({ isChecked }) => !isChecked).map(({ ingredientId }) => ingredientId))
  const names = new Set(items.filter(({ isChecked }) => !isChecked).map(({ ingredientName }) => ingredientKey(ingredientName)))
  const missing = data.filter(
    ({ ingredientId, ingredientName }) => !(ingredientId !== null && ids.has(ingredientId)) && !names.has(ingredientKey(ingredientName)),
  )
  if (missing.length === 0) return null
  const offered = missing.slice(0, maxShown)
  const rest = offered.length - firstShown
  return (
    <section aria-label={t`Usual items`} className="flex items-center gap-3">
      <h2 className="shrink-0 text-sm font-semibold text-ink-soft">
        <Trans>Usual</Trans>
      </h2>
      {/* Relative: contains the screen-reader-only text, which could otherwise make the page scroll sideways. */}
      <ul className="relative -me-4 flex min-w-0 flex-1 gap-2 overflow-x-auto py-1 pe-4 [scrollbar-width:none] sm:me-0 sm:flex-wrap sm:overflow-visible sm:pe-0">
        {offered.map(({ ingredientId, ingredientName: name, suggestedQuantity: quantity, unit, category }, index) => (
          <li key={name} className={clsx('max-w-full shrink-0', index >= firstShown && !all && 'sm:hidden')}>
            <button
              type="button"
              onClick={() => addItems([{ name, quantity, unit, ingredientId, category }])}
              className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-edge/60 bg-card py-1.5 pe-4 ps-3 text-sm font-semibold transition-colors duration-100 hover:border-edge hover:bg-hover"
            >
              <Plus aria-hidden="true" className="size-4.5 shrink-0 text-herb-ink" />
              <span className="sr-only">
                <Trans>Add</Trans>
              </span>
              {/* The spaces separate the words of the accessible name. */} <span className="truncate">{name}</span>{' '}
              <span className="figures shrink-0 font-normal text-ink-soft">{show(quantity, unit)}</span>
            </button>
          </li>
        ))}
        {rest > 0 && !all ? (
          <li className="max-sm:hidden">
            <button
              type="button"
              onClick={() => setAll(true)}
              className="min-h-11 rounded-full px-3 text-sm font-semibold text-herb-ink hover:bg-hover"
            >
              {plural(rest, { one: '# more', other: '# more' })}
            </button>
          </li>
        ) : null}
      </ul>
    </section>
  )
}
