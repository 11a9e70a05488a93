import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Switch } from '#platform/web/ui/form-fields.tsx'

const singleKeys: readonly [key: string, does: string][] = [
  ['/', t`Search this page`],
  ['N', t`Add an item`],
  ['S', t`Scan`],
  ['?', t`Show shortcuts`],
]

/** The list of keyboard shortcuts. Single-key shortcuts can be turned off (WCAG 2.1.4). */
export default function KeyboardHelp({
  single,
  onSingle,
  onClose,
}: {
  single: boolean
  onSingle: (on: boolean) => void
  onClose: () => void
}) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Keyboard shortcuts`} size="small">
      <dl className="divide-y divide-line">
        {singleKeys.map(([key, does]) => (
          <Line key={key} keys={[key]} does={does} off={!single} />
        ))}
        <Line keys={['Ctrl', 'K']} does={t`Go to a page`} />
        <Line keys={['Esc']} does={t`Close, or clear the search`} />
      </dl>
      <div className="mt-2 border-t border-line pt-3">
        <Switch
          label={t`Single-key shortcuts`}
          hint={t`Turn off if shortcuts fire by accident, for example with voice input.`}
          checked={single}
          onChange={(event) => onSingle(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}

function Line({ keys, does, off = false }: { keys: readonly string[]; does: string; off?: boolean }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <dt className={off ? 'text-ink-faint line-through' : ''}>{does}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  )
}

/** A keyboard key. */
function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="figures inline-flex min-w-7 items-center justify-center rounded-md border border-edge/60 bg-card px-1.5 py-0.5 font-sans text-sm font-semibold text-ink-soft">
      {children}
    </kbd>
  )
}
