import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useId, useRef, useState } from 'react'
import { unitLabel } from '#platform/shared/unit-display.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { rowOf412 } from '#platform/web/api/edit-conflict.ts'
import { inputClass, readNumber, writeNumber } from '#platform/web/ui/field.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { Ingredient } from '../../contract/index.ts'
import { change } from '../api/index.ts'

interface Typing {
  text: string
  /** The food as it was seen when the typing began. */
  seen: Ingredient
  /** The server did not take it. */
  isRefused?: boolean
}

const textOf = ({ parLevel }: Ingredient) => (parLevel === null ? '' : writeNumber(parLevel))
const isSamePar = (one: Ingredient, other: Ingredient) => one.parLevel === other.parLevel && one.defaultUnit === other.defaultUnit

/**
 * The par level, changed where it stands: Enter or leaving saves, Escape takes back, empty means none. What somebody else makes of it
 * meanwhile is shown beside what was typed, and written over only by whoever saves once more.
 */
export function ParField({ ingredient }: { ingredient: Ingredient }) {
  // Null: nobody is typing, and what others change may show.
  const [typing, setTyping] = useState<Typing | null>(null)
  const text = typing?.text ?? textOf(ingredient)
  const read = readNumber(text)
  const wrong = read !== null && (Number.isNaN(read) || read < 0)
  const dropped = useRef(false)
  const besides = useId()
  // Nothing that one typed about has changed: the newest it is.
  const seen = !typing || (isSamePar(typing.seen, ingredient) && typing.seen.version <= ingredient.version) ? ingredient : typing.seen
  const isOvertaken = !isSamePar(seen, ingredient)
  const turn = useRef(0)
  const save = async () => {
    if (dropped.current || typing === null || wrong) {
      dropped.current = false
      return
    }
    const part = { parLevel: read }
    const isThere = (now: Ingredient) => isSamePar(now, { ...seen, ...part })
    const send = (from: Ingredient): Promise<void> =>
      change(from, part, part).catch((error: unknown) => {
        const now = rowOf412(error, Ingredient)
        if (now && isThere(now)) return
        // Somebody changed something else of it.
        if (now && isSamePar(now, from)) return send(now)
        throw error
      })
    if (isThere(ingredient)) return setTyping(null)
    // What will be refused stays where it is.
    if (!isOvertaken) setTyping(null)
    turn.current += 1
    const mine = turn.current
    try {
      await send(seen)
      setTyping((now) => (now === typing ? null : now))
    } catch (error) {
      const refused = { text, seen: rowOf412(error, Ingredient) ?? seen, isRefused: true }
      if (turn.current === mine) setTyping((now) => (now === null || now === typing ? refused : now))
      toast.fail(errorMessage(error, t`Couldn’t save ${ingredient.name}`))
    }
  }
  const unit = unitLabel(seen.defaultUnit, 2)
  const stands = ingredient.parLevel === null ? '–' : `${textOf(ingredient)} ${unitLabel(ingredient.defaultUnit, 2)}`
  const hint =
    typing && (isOvertaken || typing.isRefused) ? (
      <span id={besides} className="figures block pe-3 pt-1.5 text-end text-sm text-late-ink">
        {t`Now: ${stands}`}
      </span>
    ) : null
  return (
    <span className="group relative block w-30 shrink-0">
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={t`Minimum of ${ingredient.name}, ${unit}`}
        aria-invalid={wrong || typing?.isRefused || undefined}
        aria-describedby={hint === null ? undefined : besides}
        placeholder={t`Set minimum`}
        value={text}
        onChange={(event) => setTyping({ seen, ...typing, text: event.target.value })}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape') return
          // Leaving the field would save what is being taken back.
          dropped.current = true
          setTyping(null)
          event.currentTarget.blur()
        }}
        // A wall of boxes would shout: the edge comes with the pointer or the cursor.
        className={clsx(
          inputClass,
          'figures border-transparent! bg-transparent! text-end font-semibold placeholder:font-normal group-hover:border-edge! focus:border-edge! focus:bg-card! aria-invalid:border-late!',
          text !== '' && (unit.length > 4 ? 'pe-17!' : 'pe-13!'),
        )}
      />
      {text === '' ? null : (
        <span className="pointer-events-none absolute end-3 top-0 flex h-11 items-center text-sm text-ink-soft">{unit}</span>
      )}
      {hint}
    </span>
  )
}
