import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { CalendarX, Ellipsis, EyeOff, HeartHandshake, type LucideIcon, MilkOff, Recycle, ShoppingCart, ThumbsDown } from 'lucide-react'
import { use, useId } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { useToday } from '#domains/households/web/index.ts'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/form-fields.tsx'
import { formatNumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { type DiscardReason, discardReasons, type Lot } from '../../contract.ts'
import { expiryStatusOf } from '../../rules/expiry-status.ts'
import { ownUnitOfLot } from '../../rules/lot-amount.ts'
import { deleteLot, discard } from '../api/lot-actions.ts'
import { discardReasonWords } from '../fields/discard-reason-words.ts'
import { useLotAmount } from '../fields/use-lot-amount.ts'
import { AddToListContext } from './add-to-list.ts'
import type { PanelProps } from './lot-sheet.tsx'
import { Panel } from './panel.tsx'
import { amountProblem, PartialAmountPicker } from './partial-amount-picker.tsx'

export const reasonDisplay: Record<DiscardReason, { words: string; icon: LucideIcon }> = {
  expired: { words: discardReasonWords.expired, icon: CalendarX },
  spoiled: { words: discardReasonWords.spoiled, icon: MilkOff },
  forgotten: { words: discardReasonWords.forgotten, icon: EyeOff },
  overbought: { words: discardReasonWords.overbought, icon: ShoppingCart },
  quality: { words: discardReasonWords.quality, icon: ThumbsDown },
  other: { words: discardReasonWords.other, icon: Ellipsis },
  donated: { words: discardReasonWords.donated, icon: HeartHandshake },
  composted: { words: discardReasonWords.composted, icon: Recycle },
}

interface DiscardFields {
  reason: DiscardReason | null
  amount: string
  notes: string
}

/** Discards some or all of an item. A reason is required, for the waste report. */
export function DiscardPanel({ lot, onDone, onBack }: PanelProps) {
  const { show } = useLotAmount()
  const today = useToday()
  const group = useId()
  const addToList = use(AddToListContext)
  const { register, field, control, errors, leave, submit } = useForm({
    row: lot,
    fieldsOf: ({ effectiveExpiration, quantity }: Lot): DiscardFields => ({
      reason: expiryStatusOf(effectiveExpiration, today) === 'expired' ? 'expired' : null,
      amount: formatNumberInput(quantity),
      notes: '',
    }),
    resolver: createFormResolver(({ reason, amount, notes }: DiscardFields) => {
      const [problem, quantity] = [amountProblem(amount, lot.quantity), parseNumber(amount)]
      if (reason !== null && problem === null && quantity !== null)
        return {
          sent: { reason, ...(quantity === lot.quantity ? {} : { quantity }), ...(notes.trim() ? { notes: notes.trim() } : {}) },
        }
      return { wrong: { ...(reason === null ? { reason: t`Choose a reason.` } : {}), ...(problem === null ? {} : { amount: problem }) } }
    }),
    isUnsaved: 'never',
    onClose: onBack,
  })
  const [reason, amount] = useWatch({ control, name: ['reason', 'amount'] })
  const chosen = amountProblem(amount, lot.quantity) === null ? parseNumber(amount) : null
  const discardIt = submit(
    (how) => {
      void discard(lot, how, addToList)
      onDone()
    },
    () => t`Couldn’t save ${lot.ingredient.name}`,
  )
  return (
    <Panel
      onSubmit={discardIt}
      onBack={leave}
      danger
      doIt={chosen !== null && chosen < lot.quantity ? t`Discard ${show(lot, chosen)}` : t`Discard`}
    >
      <fieldset aria-describedby={errors.reason ? `${group}-error` : undefined}>
        <legend className="mb-1.5 text-sm font-semibold">
          <Trans>Reason</Trans>
        </legend>
        <div className="grid grid-cols-2 gap-2">
          {discardReasons.map((value) => {
            const { words, icon: Icon } = reasonDisplay[value]
            return (
              <label
                key={value}
                className={clsx(
                  'relative flex min-h-11 items-center gap-2.5 rounded-control border px-3 py-2 leading-tight has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-herb',
                  reason === value ? 'border-herb bg-herb-soft font-semibold text-herb-ink' : 'border-edge/60 hover:bg-hover',
                )}
              >
                <input
                  type="radio"
                  value={value}
                  {...register('reason')}
                  className="absolute inset-0 cursor-pointer appearance-none outline-none"
                />
                <Icon aria-hidden="true" className="size-4.5 shrink-0 opacity-75" />
                {words}
              </label>
            )
          })}
        </div>
        {errors.reason ? (
          <p id={`${group}-error`} role="alert" className="mt-1.5 text-sm font-medium text-late-ink">
            {errors.reason.message}
          </p>
        ) : null}
      </fieldset>
      <Controller
        control={control}
        name="amount"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <PartialAmountPicker
            label={t`How much`}
            value={value}
            onValue={onChange}
            max={lot.quantity}
            unit={lot.unit}
            ownUnit={ownUnitOfLot(lot)}
            error={error?.message}
          />
        )}
      />
      <TextArea label={t`Notes`} rows={2} maxLength={500} placeholder={t`Optional`} {...field('notes')} />
    </Panel>
  )
}

/** Deletes an item added by mistake. Offers discarding instead, since a deletion doesn't count as waste. */
export function RemovePanel({ lot, onDone, onBack, onDiscard }: PanelProps & { onDiscard: () => void }) {
  return (
    <div className="space-y-5">
      <p className="text-ink-soft">
        <Trans>Delete only items added by mistake; they don’t count as waste. If you threw it away, discard it instead.</Trans>
      </p>
      <div className="flex flex-col gap-2">
        <Button
          variant="danger"
          onClick={() => {
            void deleteLot(lot)
            onDone()
          }}
        >
          <Trans>Delete: added by mistake</Trans>
        </Button>
        <Button variant="quiet" onClick={onDiscard}>
          <Trans>Discard instead</Trans>
        </Button>
        <Button variant="plain" onClick={onBack}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </div>
  )
}
