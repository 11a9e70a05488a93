import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check, CircleAlert, CloudOff, CloudUpload, ListPlus, RotateCcw, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ComingFoodWarnings } from '#domains/diets/web/index.ts'
import { formatOwnAmount } from '#domains/ingredients/rules/own-units.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Spinner } from '#platform/web/ui/progress.tsx'
import type { ScanStatus } from './run-scan-action.ts'
import type { Scan } from './scanned-items.ts'

interface Actions {
  onRetry: (scan: Scan) => void
  onName: (scan: Scan, name: string) => void
  onUndo: (scan: Scan) => void
  onRemove: (scan: Scan) => void
}

export function ScannedItemsList({ scans, ...actions }: { scans: readonly Scan[] } & Actions) {
  return (
    <ul aria-label={t`Scanned just now`} className="divide-y divide-line">
      {scans.map((scan) => (
        <li key={scan.id} className="py-2.5">
          <Row scan={scan} {...actions} />
        </li>
      ))}
    </ul>
  )
}

function Row({ scan, onRetry, onName, onUndo, onRemove }: { scan: Scan } & Actions) {
  const { state, mode, code } = scan
  const { show } = useQuantityFormatter()
  switch (state.is) {
    case 'looking':
      return (
        <Line icon={<Spinner />} name={code} figures>
          <Trans>Looking it up...</Trans>
        </Line>
      )
    case 'unnamed':
      return <NameRow scan={scan} state={state} onName={onName} onRemove={onRemove} />
    case 'failed':
      return (
        <Line
          icon={<CircleAlert aria-hidden="true" className="size-5 text-late-ink" />}
          name={code}
          figures
          aside={<IconButton label={t`Dismiss ${code}`} icon={<X aria-hidden="true" />} onClick={() => onRemove(scan)} />}
        >
          {state.sentence}
        </Line>
      )
    case 'unreached':
      return (
        <Line
          icon={<CloudOff aria-hidden="true" className="size-5 text-ink-faint" />}
          name={code}
          figures
          aside={
            <>
              <IconButton label={t`Look up ${code} again`} icon={<RotateCcw aria-hidden="true" />} onClick={() => onRetry(scan)} />
              <IconButton label={t`Dismiss ${code}`} icon={<X aria-hidden="true" />} onClick={() => onRemove(scan)} />
            </>
          }
        >
          <Trans>Offline. We’ll look it up when you’re back online.</Trans>
        </Line>
      )
    case 'waiting': {
      const amount = formatOwnAmount(state.quantity, state.unit, state.ownUnit ?? null, show)
      return (
        <Line
          icon={<CloudUpload aria-hidden="true" className="size-5 text-ink-faint" />}
          name={state.name}
          aside={
            <Button variant="quiet" aria-label={t`Undo ${state.name}`} onClick={() => onUndo(scan)}>
              <Trans>Undo</Trans>
            </Button>
          }
        >
          <span className="figures">{mode === 'add' ? t`Added ${amount}` : t`Used ${amount}`}</span>
          {' · '}
          <Trans>waiting to sync</Trans>
        </Line>
      )
    }
    case 'listed':
      return (
        <Line icon={<ListPlus aria-hidden="true" className="size-5 text-herb-ink" />} name={state.name}>
          <Trans>On the shopping list</Trans>
        </Line>
      )
    case 'undone':
      return (
        <Line icon={<RotateCcw aria-hidden="true" className="size-5 text-ink-faint" />} name={state.name} faint>
          <Trans>Undone</Trans>
        </Line>
      )
    default: {
      const amount = formatOwnAmount(state.quantity, state.unit, state.ownUnit ?? null, show)
      return (
        <Line
          icon={<Check aria-hidden="true" className="size-5 text-herb-ink" />}
          name={state.name}
          aside={
            state.seq === null ? null : (
              <Button variant="quiet" busy={state.undoing} aria-label={t`Undo ${state.name}`} onClick={() => onUndo(scan)}>
                <Trans>Undo</Trans>
              </Button>
            )
          }
        >
          <span className="figures">{mode === 'add' ? t`Added ${amount}` : t`Used ${amount}`}</span>
          {mode === 'add' ? <ComingFoodWarnings name={state.name} ingredientId={null} /> : null}
        </Line>
      )
    }
  }
}

function Line({
  icon,
  name,
  children,
  aside,
  figures = false,
  faint = false,
}: {
  icon: ReactNode
  name: string
  children: ReactNode
  aside?: ReactNode
  figures?: boolean
  faint?: boolean
}) {
  return (
    <div className="flex min-h-11 items-center gap-3">
      <span className="flex size-6 shrink-0 items-center justify-center">{icon}</span>
      <div className="min-w-0 flex-1">
        <span className={clsx('block truncate text-lg', figures ? 'figures' : 'display', faint && 'text-ink-soft line-through')}>
          {name}
        </span>
        <div className="text-sm text-ink-soft">{children}</div>
      </div>
      {aside}
    </div>
  )
}

/** Asks for the name of an unknown code in its row, so that scanning can go on. */
function NameRow({
  scan,
  state,
  onName,
  onRemove,
}: { scan: Scan; state: Extract<ScanStatus, { is: 'unnamed' }> } & Pick<Actions, 'onName' | 'onRemove'>) {
  const [name, setName] = useState(state.guess)
  const { code } = scan
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onName(scan, name.trim())
      }}
    >
      <TextInput
        label={state.guess ? t`Is ${code} this?` : t`What is ${code}?`}
        value={name}
        onChange={(event) => setName(event.target.value)}
        placeholder={t`e.g. Milk`}
        maxLength={120}
        autoComplete="off"
        enterKeyHint="done"
        error={state.trouble ?? undefined}
        className="flex-1"
      />
      <Button type="submit" busy={state.saving} disabled={name.trim() === ''} className="mt-6.5">
        <Trans>Add</Trans>
      </Button>
      <IconButton label={t`Dismiss ${code}`} icon={<X aria-hidden="true" />} onClick={() => onRemove(scan)} className="mt-6.5" />
    </form>
  )
}
