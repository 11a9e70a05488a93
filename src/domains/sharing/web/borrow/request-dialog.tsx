import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import { fullName } from '#domains/account/rules/full-name.ts'
import { IngredientGlyph, UnitSelect } from '#domains/ingredients/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import type { Unit } from '#platform/shared/units.ts'
import { NumberField } from '#platform/web/forms/number-field.tsx'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextArea, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { parseNumber } from '#platform/web/ui/number-input.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { defaultBorrowDays, type ShareableItem } from '../../contract/index.ts'
import { useAskToBorrow } from '../api.ts'
import { toDateTimeInput } from './request-format.ts'

export function RequestDialog({ item, onClose }: { item: ShareableItem | null; onClose: () => void }) {
  return (
    <Dialog
      open={item !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t`Request Item`}
      description={item ? t`${item.ingredient.name} from ${item.household.name}` : undefined}
    >
      {item ? <RequestForm key={item.id} item={item} onClose={onClose} /> : null}
    </Dialog>
  )
}

const min = 0.01
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

const blankRequest = (unit: Unit) => ({ quantity: '1', unit, message: '', expiresAt: toDateTimeInput(inDays(defaultBorrowDays)) })

const resolver = createFormResolver(({ quantity: typed, unit, message, expiresAt }: ReturnType<typeof blankRequest>) => {
  const quantity = parseNumber(typed) ?? 0
  const isAmount = quantity >= min
  const wrongTime = expiresAt === '' ? t`Choose a date.` : new Date(expiresAt) <= new Date() ? t`Choose a time in the future.` : undefined
  if (!isAmount || wrongTime !== undefined)
    return {
      wrong: { ...(isAmount ? {} : { quantity: t`Enter at least 0.01.` }), ...(wrongTime === undefined ? {} : { expiresAt: wrongTime }) },
    }
  const text = message.trim()
  return { sent: { quantity, unit, expiresAt: new Date(expiresAt).toISOString(), ...(text === '' ? {} : { message: text }) } }
})

function RequestForm({ item, onClose }: { item: ShareableItem; onClose: () => void }) {
  const { show } = useQuantityFormatter()
  const ask = useAskToBorrow()
  const { field, register, control, isSubmitting, failure, leave, submit } = useForm({
    row: null,
    fieldsOf: () => blankRequest(item.unit),
    resolver,
    onClose,
  })
  const [quantity, unit] = useWatch({ control, name: ['quantity', 'unit'] })
  const isMore = unit === item.unit && (parseNumber(quantity) ?? 0) > item.quantity
  const send = submit(
    async (values) => {
      await ask.mutateAsync({ body: { inventoryItemId: item.id, ...values } })
      toast.done(t`You asked ${item.isLinked ? item.household.name : fullName(item.user)} for ${item.ingredient.name}.`)
      onClose()
    },
    () => t`Failed to create borrow request`,
  )
  return (
    <form noValidate className="space-y-4" onSubmit={send}>
      <div className="flex items-center gap-3 rounded-control bg-sunken px-4 py-3">
        <IngredientGlyph name={item.ingredient.name} category={item.ingredient.category} />
        <p className="min-w-0">
          <span className="block font-semibold break-words">{item.ingredient.name}</span>
          <span className="text-sm text-ink-soft">
            <Trans>{show(item.quantity, item.unit)} available</Trans>
          </span>
        </p>
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        <NumberField control={control} name="quantity" label={t`Quantity`} min={min} />
        <UnitSelect {...field('unit')} />
      </div>
      {isMore && !item.isLinked ? (
        <p className="text-sm text-soon-ink">
          <Trans>That’s more than is available. You may get less.</Trans>
        </p>
      ) : null}
      {item.isLinked ? null : <TextArea label={t`Message (Optional)`} maxLength={500} rows={2} {...register('message')} />}
      <TextInput
        type="datetime-local"
        label={t`Expires At`}
        required
        hint={t`The request expires at this time if no one answers.`}
        min={toDateTimeInput(new Date())}
        {...field('expiresAt')}
      />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <div className="flex justify-end gap-2 pt-1">
        <Button variant="quiet" className="max-sm:flex-1" onClick={leave}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" className="max-sm:flex-[2]" busy={isSubmitting} busyLabel={t`Sending...`}>
          <Trans>Send Request</Trans>
        </Button>
      </div>
    </form>
  )
}
