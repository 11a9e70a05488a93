import { t } from '@lingui/core/macro'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { type Leftover, useLeftovers } from '../api/plan.ts'
import { formatItem, formatItemAmount } from './plan-messages.ts'

interface Props {
  date: CalendarDate
  /** What was typed. */
  search: string
  /** The item being planned; null if none is. */
  chosen: string | null
  onChoose: (leftover: Leftover, quantity: number) => void
}

/** Plans leftovers in stock that are still good on the day. */
export function LeftoverMeals({ date, search, chosen, onChoose }: Props) {
  const { leftovers, error } = useLeftovers(date)
  if (!leftovers) return error ? <p className="text-sm text-ink-soft">{t`Failed to load your leftovers.`}</p> : null
  const found = leftovers.filter(({ dish }) => nameKey(dish).includes(nameKey(search)))
  if (found.length === 0) return null
  return (
    <section aria-label={t`Leftovers in stock`}>
      <p className="mb-1 text-sm text-ink-soft">{t`Leftovers in stock`}</p>
      <ul className="divide-y divide-line rounded-tile border border-line px-3">
        {found.map((leftover) => (
          <LeftoverRow key={leftover.id} leftover={leftover} chosen={chosen} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  )
}

function LeftoverRow({ leftover, chosen, onChoose }: Pick<Props, 'chosen' | 'onChoose'> & { leftover: Leftover }) {
  const { id, dish, free, unit, storage } = leftover
  const [typed, setTyped] = useState(1)
  const quantity = Math.min(typed, free)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-40">
        <span className="display block text-lg leading-tight break-words">{dish}</span>
        <span className="text-sm text-ink-soft">{formatItem({ quantity: free, unit, storage })}</span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <fieldset aria-label={t`Portions of ${dish}`} className="inline-flex items-center gap-1">
          <IconButton
            label={t`Fewer portions`}
            icon={<Minus aria-hidden="true" />}
            disabled={quantity <= 1}
            onClick={() => setTyped(Math.max(1, Math.ceil(quantity) - 1))}
          />
          <output aria-live="polite" className="figures min-w-20 text-center font-semibold">
            {formatItemAmount({ quantity, unit })}
          </output>
          <IconButton
            label={t`More portions`}
            icon={<Plus aria-hidden="true" />}
            disabled={quantity >= free}
            onClick={() => setTyped(Math.min(free, quantity + 1))}
          />
        </fieldset>
        <Button
          variant="quiet"
          busy={chosen === id}
          busyLabel={t`Planning...`}
          disabled={chosen !== null}
          aria-label={t`Plan ${dish}`}
          onClick={() => onChoose(leftover, quantity)}
        >
          {t({ message: 'Plan', context: 'verb' })}
        </Button>
      </span>
    </li>
  )
}
