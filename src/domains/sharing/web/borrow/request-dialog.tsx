import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { fullName } from '#domains/account/rules.ts'
import { IngredientGlyph, UnitSelect } from '#domains/ingredients/web/index.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import { familyOf, isUnit, type Unit } from '#platform/shared/units.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { NumberInput, parseNumber, TextArea, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
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

function RequestForm({ item, onClose }: { item: ShareableItem; onClose: () => void }) {
  const { show } = useUnits()
  const [quantity, setQuantity] = useState('1')
  const [unit, setUnit] = useState<Unit>(item.unit)
  const [message, setMessage] = useState('')
  const [until, setUntil] = useState(() => toDateTimeInput(inDays(defaultBorrowDays)))
  const [tried, setTried] = useState(false)
  const ask = useAskToBorrow()
  const amount = parseNumber(quantity) ?? 0
  const wrong = {
    quantity: Number.isNaN(amount) || amount < min ? t`Enter at least 0.01.` : undefined,
    until: until === '' ? t`Choose a date.` : new Date(until) <= new Date() ? t`Choose a time in the future.` : undefined,
  }
  const isMore = familyOf(unit) === familyOf(item.unit) && unit === item.unit && amount > item.quantity
  const complaint = (field: string) => (ask.error instanceof ApiError ? ask.error.field(field) : undefined)

  const send = () => {
    setTried(true)
    if (wrong.quantity || wrong.until || ask.isPending) return
    const body = { inventoryItemId: item.id, quantity: amount, unit, expiresAt: new Date(until).toISOString() }
    ask.mutateAsync({ body: { ...body, ...(message.trim() === '' ? {} : { message: message.trim() }) } }).then(
      () => {
        toast.done(t`You asked ${fullName(item.user)} for ${item.ingredient.name}.`)
        onClose()
      },
      () => {},
    )
  }
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
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
        <NumberInput
          label={t`Quantity`}
          value={quantity}
          onValue={setQuantity}
          min={min}
          error={tried ? (wrong.quantity ?? complaint('quantity')) : undefined}
        />
        <UnitSelect
          value={unit}
          error={complaint('unit')}
          onChange={(event) => setUnit(isUnit(event.target.value) ? event.target.value : item.unit)}
        />
      </div>
      {isMore ? (
        <p className="text-sm text-soon-ink">
          <Trans>That’s more than is available. You may get less.</Trans>
        </p>
      ) : null}
      <TextArea
        label={t`Message (Optional)`}
        maxLength={500}
        rows={2}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <TextInput
        type="datetime-local"
        label={t`Expires At`}
        required
        hint={t`The request expires at this time if no one answers.`}
        value={until}
        min={toDateTimeInput(new Date())}
        error={tried ? (wrong.until ?? complaint('expiresAt')) : undefined}
        onChange={(event) => setUntil(event.target.value)}
      />
      {ask.error ? <Notice tone="error">{errorMessage(ask.error, t`Failed to create borrow request`)}</Notice> : null}
      <div className="flex justify-end gap-2 pt-1">
        <Button variant="quiet" className="max-sm:flex-1" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" className="max-sm:flex-[2]" busy={ask.isPending} busyLabel={t`Sending...`}>
          <Trans>Send Request</Trans>
        </Button>
      </div>
    </form>
  )
}
