import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '#domains/account/rules/full-name.ts'
import { useHasRole } from '#domains/households/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { formatAmountOf, unitSuffix } from '#platform/shared/unit-display.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { formatNumberInput, NumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { BorrowRequest } from '../../contract/index.ts'
import { useChangeBorrow } from '../api.ts'
import { ingredientOf } from './request-format.ts'

type TargetStatus = 'ACCEPTED' | 'REJECTED' | 'CANCELLED' | 'COMPLETED'
const doneMessage: Record<TargetStatus, (request: BorrowRequest) => string> = {
  ACCEPTED: (request) => t`You’re lending ${ingredientOf(request)} to ${fullName(request.requester)}.`,
  REJECTED: (request) => t`You declined ${fullName(request.requester)}’s request for ${ingredientOf(request)}.`,
  CANCELLED: (request) => t`Cancelled: ${ingredientOf(request)}.`,
  COMPLETED: (request) =>
    request.side === 'lender' ? t`Handed over: ${ingredientOf(request)}.` : t`Added ${ingredientOf(request)} to your inventory.`,
}

/** The two screens label the same actions differently. */
export const borrowLabels = { accept: t`Accept`, reject: t`Reject`, complete: t`Mark as Completed`, cancel: t`Cancel Request` }
export const circleLabels = { accept: t`Approve`, reject: t`Reject`, complete: t`Complete`, cancel: t`Cancel` }

/** Buttons for the actions the caller can take now; none for a closed request. */
export function RequestActions({ request, words }: { request: BorrowRequest; words: typeof borrowLabels }) {
  const { show } = useQuantityFormatter()
  const mayAct = useHasRole('MEMBER')
  const change = useChangeBorrow()
  const [asking, setAsking] = useState<'part' | 'cancel' | null>(null)
  const { status, side, isLinked } = request
  // Between servers, the lender marks what changed hands.
  const completedBy = isLinked ? 'lender' : 'requester'
  const food = ingredientOf(request)
  const busyWith = change.isPending ? change.variables.body.status : null
  const move = (to: TargetStatus, quantity?: number) =>
    change.mutateAsync({ params: { id: request.id }, body: { status: to, ...(quantity === undefined ? {} : { quantity }) } }).then(() => {
      toast.done(doneMessage[to](request))
    })
  const moveOrToast = (to: TargetStatus): void => {
    move(to).catch((error: unknown) => toast.fail(errorMessage(error, t`Failed to update request`)))
  }
  const isOpen = status === 'PENDING' || status === 'ACCEPTED'
  if (!mayAct || !isOpen) return null
  const button = (
    to: TargetStatus,
    label: string,
    variant: 'primary' | 'quiet',
    onPress: () => void = () => moveOrToast(to),
    icon?: typeof Check,
  ) => {
    const Icon = icon
    return (
      <Button
        variant={variant}
        aria-label={`${label}: ${formatAmountOf(request.quantity, request.unit, food, show)}`}
        busy={busyWith === to}
        icon={Icon ? <Icon aria-hidden="true" className="size-5" /> : undefined}
        onClick={onPress}
      >
        {label}
      </Button>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'PENDING' && side === 'lender' ? (
        <>
          {button('ACCEPTED', words.accept, 'primary', undefined, Check)}
          {button('REJECTED', words.reject, 'quiet', undefined, X)}
          {words === borrowLabels && !isLinked ? (
            <Button variant="plain" aria-label={t`Offer less ${food}`} onClick={() => setAsking('part')}>
              <Trans>Offer less</Trans>
            </Button>
          ) : null}
        </>
      ) : null}
      {status === 'PENDING' && side === 'requester' ? button('CANCELLED', words.cancel, 'quiet') : null}
      {status === 'ACCEPTED' && side === completedBy
        ? button('COMPLETED', isLinked ? t`Handed over` : words.complete, 'primary', undefined, Check)
        : null}
      {status === 'ACCEPTED'
        ? button('CANCELLED', side === 'requester' ? words.cancel : t`Cancel loan`, 'quiet', () => setAsking('cancel'))
        : null}
      <PartDialog
        request={request}
        open={asking === 'part'}
        onClose={() => setAsking(null)}
        onGive={(quantity) => move('ACCEPTED', quantity)}
        failure={asking === 'part' && change.error ? errorMessage(change.error, t`Failed to update request`) : null}
        busy={change.isPending}
      />
      <ConfirmDialog
        open={asking === 'cancel'}
        onOpenChange={(open) => setAsking(open ? 'cancel' : null)}
        title={t`Cancel the loan of ${food}?`}
        confirmLabel={t`Cancel loan`}
        danger
        fallback={t`Failed to update request`}
        onConfirm={() => move('CANCELLED')}
      >
        <Trans>The reserved amount becomes available again.</Trans>
      </ConfirmDialog>
    </div>
  )
}

function PartDialog({
  request,
  open,
  onClose,
  onGive,
  failure,
  busy,
}: {
  request: BorrowRequest
  open: boolean
  onClose: () => void
  onGive: (quantity: number) => Promise<unknown>
  failure: string | null
  busy: boolean
}) {
  const [quantity, setQuantity] = useState(formatNumberInput(request.quantity))
  const amount = parseNumber(quantity) ?? 0
  const isWrong = Number.isNaN(amount) || amount <= 0 || amount > request.quantity
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      size="small"
      title={t`Offer less`}
      description={t`${fullName(request.requester)} asked for ${formatAmountOf(request.quantity, request.unit, ingredientOf(request))}.`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={isWrong} busy={busy} onClick={() => void onGive(amount).then(onClose, () => {})}>
            <Trans>Give</Trans>
          </Button>
        </>
      }
    >
      <NumberInput
        label={t`Quantity`}
        suffix={unitSuffix(request.unit, amount)}
        value={quantity}
        onValue={setQuantity}
        max={request.quantity}
        error={isWrong ? t`Enter an amount above zero and no more than requested.` : undefined}
      />
      {failure ? (
        <Notice tone="error" className="mt-3">
          {failure}
        </Notice>
      ) : null}
    </Dialog>
  )
}
