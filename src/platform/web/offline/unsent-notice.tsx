import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Held } from './operation.ts'
import { useRunning, useSync } from './use-running.ts'

const mostShown = 5

/** Said before anything is lost, where changes are made: this device keeps nothing of them. */
export function FleetingNotice({ household, className }: { household: string | null; className?: string }) {
  const { waiting, isDurable } = useSync(household)
  if (isDurable) return null
  return (
    <Notice tone="soon" {...(className === undefined ? {} : { className })}>
      This browser keeps nothing on this device (private window, or no space left).{' '}
      {waiting > 0
        ? `${waiting === 1 ? '1 change is' : `${waiting} changes are`} lost if this page is closed before it is sent.`
        : 'Changes made without a network are lost when this page is closed.'}
    </Notice>
  )
}

/** Changes of any household that the server would not have: what, why, and a way to take them along. */
export function RefusedNotice({ className }: { className?: string }) {
  const running = useRunning()
  const { refused } = useSync(null)
  if (refused.length === 0) return null
  return (
    <Notice tone="error" {...(className === undefined ? {} : { className })}>
      <p>{refused.length === 1 ? '1 change was not taken' : `${refused.length} changes were not taken`}</p>
      <ul className="mt-1 space-y-0.5 font-normal">
        {refused.slice(0, mostShown).map((held) => (
          <li key={held.id}>
            {held.words}: {held.refusal?.sentence}
          </li>
        ))}
        {refused.length > mostShown ? <li>and {refused.length - mostShown} more</li> : null}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="quiet" onClick={() => saveAsFile(refused)}>
          Export these changes
        </Button>
        <Button variant="quiet" onClick={() => void running?.outbox.dismiss(refused.map(({ id }) => id))}>
          Dismiss
        </Button>
      </div>
    </Notice>
  )
}

/** One line a change: when, what, why not. */
export const refusedAsText = (refused: readonly Held[]): string =>
  refused.map(({ at, words, refusal }) => `${at}\t${words}\t${refusal?.sentence ?? ''}\n`).join('')

function saveAsFile(refused: readonly Held[]) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([refusedAsText(refused)], { type: 'text/plain;charset=utf-8' }))
  link.download = 'changes-not-taken.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
