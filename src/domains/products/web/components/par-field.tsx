import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useRef, useState } from 'react'
import { unitLabel } from '#platform/contract/unit-display.ts'
import { sentenceOf } from '#platform/web/call.ts'
import { inputClass, readNumber, writeNumber } from '#platform/web/ui/field.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Ingredient } from '../../contract.ts'
import { change } from '../api.ts'

/** The par level, changed where it stands: Enter or leaving saves, Escape takes back, empty means none. */
export function ParField({ food }: { food: Ingredient }) {
  const shown = food.parLevel === null ? '' : writeNumber(food.parLevel)
  // Null: nobody is typing, and what others change may show.
  const [typed, setTyped] = useState<string | null>(null)
  const read = readNumber(typed ?? shown)
  const wrong = read !== null && (Number.isNaN(read) || read < 0)
  const dropped = useRef(false)
  const save = () => {
    if (dropped.current || typed === null || wrong) {
      dropped.current = false
      return
    }
    setTyped(null)
    if (read === food.parLevel) return
    change(food, { parLevel: read }, { parLevel: read }).catch((error: unknown) =>
      toast.fail(sentenceOf(error, t`Could not save ${food.name}`)),
    )
  }
  const unit = unitLabel(food.defaultUnit, 2)
  return (
    <span className="group relative block w-30 shrink-0">
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={t`Par level of ${food.name}, ${unit}`}
        aria-invalid={wrong || undefined}
        placeholder={t`Set par`}
        value={typed ?? shown}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape') return
          // Leaving the field would save what is being taken back.
          dropped.current = true
          setTyped(null)
          event.currentTarget.blur()
        }}
        // A wall of boxes would shout: the edge comes with the pointer or the cursor.
        className={clsx(
          inputClass,
          'figures border-transparent! bg-transparent! text-end font-semibold placeholder:font-normal group-hover:border-edge! focus:border-edge! focus:bg-card!',
          (typed ?? shown) !== '' && 'pe-13!',
        )}
      />
      {(typed ?? shown) === '' ? null : (
        <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-sm text-ink-soft">{unit}</span>
      )}
    </span>
  )
}
