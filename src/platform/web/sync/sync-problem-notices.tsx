import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { say } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { PendingMutation } from './operation.ts'
import { useSyncSession, useSyncState } from './use-sync-session.ts'

const maxShown = 5

/** Warns where changes are made that this browser can't store them. */
export function NotDurableNotice({ household, className }: { household: string | null; className?: string }) {
  const { waiting, isDurable } = useSyncState(household)
  if (isDurable) return null
  return (
    <Notice tone="soon" {...(className === undefined ? {} : { className })}>
      <Trans>This browser can’t store data on this device (private window or no space left).</Trans>{' '}
      {waiting > 0
        ? plural(waiting, {
            one: '# change will be lost if you close this page before it syncs.',
            other: '# changes will be lost if you close this page before they sync.',
          })
        : t`Changes made offline will be lost when you close this page.`}
    </Notice>
  )
}

/** Lists the rejected changes of all households, with an export. */
export function RefusedNotice({ className }: { className?: string }) {
  const session = useSyncSession()
  const { refused } = useSyncState(null)
  if (refused.length === 0) return null
  return (
    <Notice tone="error" {...(className === undefined ? {} : { className })}>
      <p>{plural(refused.length, { one: '# change couldn’t be saved', other: '# changes couldn’t be saved' })}</p>
      <ul className="mt-1 space-y-0.5 font-normal">
        {refused.slice(0, maxShown).map((mutation) => (
          <li key={mutation.id}>
            {say(mutation.words)}: {say(mutation.refusal?.sentence ?? '')}
          </li>
        ))}
        {refused.length > maxShown ? (
          <li>
            <Trans>and {refused.length - maxShown} more</Trans>
          </li>
        ) : null}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="quiet" onClick={() => saveAsFile(refused)}>
          <Trans>Export these changes</Trans>
        </Button>
        <Button variant="quiet" onClick={() => void session?.outbox.dismiss(refused.map(({ id }) => id))}>
          <Trans>Dismiss</Trans>
        </Button>
      </div>
    </Notice>
  )
}

/** One line per change: time, description, reason. */
export const refusedAsText = (refused: readonly PendingMutation[]): string =>
  refused.map(({ at, words, refusal }) => `${at}\t${say(words)}\t${say(refusal?.sentence ?? '')}\n`).join('')

function saveAsFile(refused: readonly PendingMutation[]) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([refusedAsText(refused)], { type: 'text/plain;charset=utf-8' }))
  link.download = 'changes-not-taken.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
