import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useId, useRef, useState } from 'react'
import { formatAmount, unitSuffix } from '#platform/shared/unit-display.ts'
import { familyOf } from '#platform/shared/units.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { currentRowFrom412 } from '#platform/web/api/concurrent-edits.ts'
import { inputClass } from '#platform/web/ui/form-fields.tsx'
import { formatNumberInput } from '#platform/web/ui/number-input.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { changeIngredient, type Ingredient } from '../../contract/index.ts'
import { changeIngredientWithUndo } from '../api/index.ts'
import { parseParLevel } from './parse-par-level.ts'

interface Draft {
  text: string
  /** The ingredient when editing started. */
  base: Ingredient
  /** The server rejected it. */
  isRejected?: boolean
}

const textOf = ({ parLevel }: Ingredient) => (parLevel === null ? '' : formatNumberInput(parLevel))
const isSamePar = (one: Ingredient, other: Ingredient) => one.parLevel === other.parLevel && one.defaultUnit === other.defaultUnit

/**
 * Edits the par level in place: Enter or leaving the field saves, Escape cancels, empty removes it. If another member changes it during
 * editing, shows the new value; saving again overwrites it.
 */
export function ParField({ ingredient }: { ingredient: Ingredient }) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const text = draft?.text ?? textOf(ingredient)
  const value = parseParLevel(text, ingredient)
  const isInvalid = value !== null && (Number.isNaN(value) || value < 0)
  const isCanceled = useRef(false)
  const hintId = useId()
  // Uses the newest row unless its par level changed since editing started.
  const base = !draft || (isSamePar(draft.base, ingredient) && draft.base.version <= ingredient.version) ? ingredient : draft.base
  const isOutdated = !isSamePar(base, ingredient)
  const saveCount = useRef(0)
  const save = async () => {
    if (isCanceled.current || draft === null || isInvalid) {
      isCanceled.current = false
      return
    }
    const part = { parLevel: value }
    const isSaved = (row: Ingredient) => isSamePar(row, { ...base, ...part })
    const send = (from: Ingredient): Promise<void> =>
      changeIngredientWithUndo(from, part, part).catch((error: unknown) => {
        const current = currentRowFrom412(error, changeIngredient)
        if (current && isSaved(current)) return
        // Retries if only other fields changed.
        if (current && isSamePar(current, from)) return send(current)
        throw error
      })
    if (isSaved(ingredient)) return setDraft(null)
    // Keeps a draft that the server will reject.
    if (!isOutdated) setDraft(null)
    saveCount.current += 1
    const thisSave = saveCount.current
    try {
      await send(base)
      setDraft((current) => (current === draft ? null : current))
    } catch (error) {
      const rejected = { text, base: currentRowFrom412(error, changeIngredient) ?? base, isRejected: true }
      if (saveCount.current === thisSave) setDraft((current) => (current === null || current === draft ? rejected : current))
      toast.fail(errorMessage(error, t`Couldn’t save ${ingredient.name}`))
    }
  }
  const unit = unitSuffix(base.defaultUnit, 2)
  const stands = ingredient.parLevel === null ? '–' : formatAmount(ingredient.parLevel, ingredient.defaultUnit)
  const words = isInvalid
    ? familyOf(ingredient.defaultUnit) === 'count'
      ? t`Enter a number, such as 2.`
      : t`Enter an amount, such as 2 or 1 kg.`
    : draft && (isOutdated || draft.isRejected)
      ? t`Now: ${stands}`
      : null
  const hint =
    words === null ? null : (
      <span id={hintId} className="figures block pt-1 text-end text-sm leading-tight text-late-ink">
        {words}
      </span>
    )
  const isWithUnit = /\p{L}/u.test(text)
  return (
    <span className="group relative block w-[8.5rem] max-w-full shrink-0">
      <input
        type="text"
        autoComplete="off"
        aria-label={unit === '' ? t`Minimum of ${ingredient.name}` : t`Minimum of ${ingredient.name}, ${unit}`}
        aria-invalid={isInvalid || draft?.isRejected || undefined}
        aria-describedby={hint === null ? undefined : hintId}
        placeholder={t`Set minimum`}
        value={text}
        onChange={(event) => setDraft({ base, ...draft, text: event.target.value })}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape') return
          // Keeps blur from saving.
          isCanceled.current = true
          setDraft(null)
          event.currentTarget.blur()
        }}
        className={clsx(
          inputClass,
          'figures text-end font-semibold placeholder:text-sm placeholder:font-normal aria-invalid:border-late!',
          text !== '' && !isWithUnit && unit !== '' && (unit.length > 4 ? 'pe-17!' : unit.length > 2 ? 'pe-13!' : 'pe-9!'),
        )}
      />
      {text === '' || isWithUnit ? null : (
        <span className="pointer-events-none absolute end-3 top-0 flex h-11 items-center text-sm text-ink-soft">{unit}</span>
      )}
      {hint}
    </span>
  )
}
