import { Trans } from '@lingui/react/macro'
import { Button } from '#platform/web/ui/button.tsx'
import { deleteLot } from '../api/lot-actions.ts'
import type { PanelProps } from './lot-sheet.tsx'

/** Deleting eats the evidence, so it is offered for slips only, with discarding beside it. */
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
