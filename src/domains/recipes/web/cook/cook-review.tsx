import { t } from '@lingui/core/macro'
import { Suspense, useState } from 'react'
import { StockCheck } from '#domains/forecast/web/index.ts'
import { useToday } from '#domains/households/web/index.ts'
import { unitSuffix } from '#platform/shared/unit-display.ts'
import { isUnit, type Unit } from '#platform/shared/units.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { formatNumberInput, NumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import type { CookRequest, Recipe, StockLine } from '../../contract/index.ts'
import { cook } from '../api/index.ts'
import { ServingsStepper } from '../recipe-sheet/recipe-head.tsx'
import { LeftoverPortions, leftoversOf, type PortionFields } from './leftover-portions.tsx'

interface Props {
  recipe: Recipe
  /** The planned meal being cooked. */
  entry: string | null
  servings: number
  lines: readonly StockLine[] | null
  onServings: (servings: number) => void
  onClose: () => void
}
const unitWord = (unit: Unit | null) => (unit === null ? '' : unitSuffix(unit, 2))

/** Shows what cooking will use before it does: amounts can be changed or left out, and what is short comes first. */
export function CookReview({ recipe, entry, servings, lines, onServings, onClose }: Props) {
  // Amounts as typed, by line index; null if left out. They apply to these servings only.
  const [edits, setEdits] = useState<{ servings: number; texts: ReadonlyMap<number, string | null> }>({ servings, texts: new Map() })
  const texts = edits.servings === servings ? edits.texts : new Map<number, string | null>()
  const [keeps, setKeeps] = useState(false)
  const today = useToday()
  const [fields, setFields] = useState<PortionFields>({ FRIDGE: { portions: '1', until: null }, FREEZER: { portions: '0', until: null } })
  const sendAs = useIdempotentSubmit()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const taking = (lines ?? []).filter(({ take, ingredientId, stockUnit }) => take !== null && ingredientId !== null && stockUnit !== null)
  const lacking = (lines ?? []).filter(
    ({ state, stockUnit, isOptional }) => !isOptional && (state === 'short' || (state === 'missing' && stockUnit !== null)),
  )
  const lackingFoods = lacking.map(({ food: ingredient }) => ingredient).join(', ')
  const doubtedIds = [...new Set((lines ?? []).flatMap((line) => (line.isProbablyGone ? (line.ingredientId ?? []) : [])))]
  const edit = (place: number, text: string | null) => setEdits({ servings, texts: new Map([...texts, [place, text]]) })
  const textOf = ({ place, take }: StockLine) => (texts.has(place) ? (texts.get(place) ?? null) : formatNumberInput(take ?? 0))

  const send = async () => {
    const take: NonNullable<CookRequest['take']> = []
    for (const line of taking) {
      const text = textOf(line)
      const quantity = text === null ? 0 : parseNumber(text)
      const { stockUnit: unit } = line
      if (quantity === null || quantity === 0 || !isUnit(unit) || line.ingredientId === null) continue
      if (Number.isNaN(quantity) || quantity < 0) return setTrouble(t`Enter how much ${line.food} you used, as a number.`)
      take.push({ ingredientId: line.ingredientId, quantity: Math.round(quantity * 1000) / 1000, unit })
    }
    const moreLeftovers = keeps ? leftoversOf(fields, today) : []
    if (keeps && (moreLeftovers === null || moreLeftovers.length === 0))
      return setTrouble(t`Enter the leftover portions as a whole number.`)
    if (take.length === 0 && !keeps) return setTrouble(t`Nothing to take out of your inventory.`)
    setBusy(true)
    setTrouble(null)
    try {
      await cook(
        recipe,
        {
          servings,
          take,
          ...(entry === null ? {} : { planEntryId: entry }),
          ...(moreLeftovers && moreLeftovers.length > 0 ? { moreLeftovers } : {}),
        },
        sendAs(),
      )
      onClose()
    } catch (error) {
      setTrouble(errorMessage(error, t`Failed to update your inventory`))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Cooked ${recipe.name}`}
      description={t`These amounts come out of your inventory, soonest to expire first.`}
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} busyLabel={t`Updating...`} disabled={lines === null} onClick={() => void send()}>
            {t`Update inventory`}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
        <ServingsStepper servings={servings} onChange={onServings} />
        {lines === null ? (
          <SkeletonRows rows={5} />
        ) : (
          <>
            {lacking.length > 0 ? (
              <Notice tone="soon">
                {t`Not enough in stock: ${lackingFoods}. We’ll use what you have. Change the amounts if you used something else.`}
              </Notice>
            ) : null}
            {doubtedIds.map((id) => (
              <Suspense key={id} fallback={null}>
                <StockCheck ingredientId={id} />
              </Suspense>
            ))}
            {taking.length === 0 ? (
              <p className="text-ink-soft">{t`None of these ingredients can be taken out of your inventory.`}</p>
            ) : null}
            <ul className="divide-y divide-line">
              {taking.map((line) => {
                const text = textOf(line)
                return (
                  <li key={line.place} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                    <Checkbox
                      label={line.ingredientName ?? line.food}
                      checked={text !== null}
                      onChange={({ target }) => edit(line.place, target.checked ? formatNumberInput(line.take ?? 0) : null)}
                    />
                    <div className="w-40">
                      <NumberInput
                        label={t`Amount of ${line.ingredientName ?? line.food}`}
                        labelHidden
                        value={text ?? ''}
                        disabled={text === null}
                        onValue={(value) => edit(line.place, value)}
                        suffix={unitWord(line.stockUnit)}
                      />
                    </div>
                  </li>
                )
              })}
            </ul>
          </>
        )}
        <div className="space-y-2 border-t border-line pt-3">
          <Checkbox label={t`Save leftovers`} checked={keeps} onChange={({ target }) => setKeeps(target.checked)} />
          {keeps ? <LeftoverPortions servings={servings} fields={fields} today={today} onChange={setFields} /> : null}
        </div>
      </div>
    </Dialog>
  )
}
