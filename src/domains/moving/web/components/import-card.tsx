import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Download, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Checkbox } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import type { Import, Kind } from '../../contract.ts'
import { isUnderWay, useDiscard, useReport, useStart, useUndo } from '../api.ts'
import { countWords, importStateNames, kindNames, sourceNames, sumOf } from './words.ts'

/** One import from its preview to its report. `onGone`: it was thrown away. */
export function ImportCard({ made, onGone }: { made: Import; onGone: () => void }) {
  const source = sourceNames[made.source]
  return (
    <Card className="space-y-4">
      <CardHeader
        title={made.state === 'preview' ? <Trans>What comes from {source}</Trans> : <Trans>Import from {source}</Trans>}
        aside={<span className="text-sm text-ink-soft">{importStateNames[made.state]}</span>}
      />
      {made.state === 'preview' ? <Preview made={made} onGone={onGone} /> : <Report made={made} />}
    </Card>
  )
}

function Preview({ made, onGone }: { made: Import; onGone: () => void }) {
  const [leftOut, setLeftOut] = useState<readonly Kind[]>([])
  const [isAsking, setAsking] = useState(false)
  const [start, discard] = [useStart(), useDiscard()]
  const chosen = made.counts.filter(({ kind }) => !leftOut.includes(kind))
  const [coming, refused] = [sumOf(chosen, 'new'), sumOf(chosen, 'refused')]
  const names = made.countedAsPieces.join(', ')
  const doubtful = made.doubtful.join('; ')
  const failure = start.error ?? discard.error
  const begin = () => start.mutateAsync({ params: { importId: made.id }, body: { leaveOut: [...leftOut], withoutRefused: true } })
  return (
    <div className="space-y-4">
      <ul className="divide-y divide-line border-y border-line">
        {made.counts.map((count) => (
          <li key={count.kind} className="py-1">
            <Checkbox
              label={kindNames[count.kind]}
              hint={countWords(count)}
              checked={!leftOut.includes(count.kind)}
              onChange={({ target }) =>
                setLeftOut(target.checked ? leftOut.filter((kind) => kind !== count.kind) : [...leftOut, count.kind])
              }
            />
          </li>
        ))}
      </ul>
      {names === '' ? null : (
        <Notice tone="info">
          <Trans>These units are not known here and are counted in pieces: {names}</Trans>
        </Notice>
      )}
      {made.doubtful.length === 0 ? null : (
        <Notice tone="info">
          <Trans>
            These numbers could be read in two ways, such as 1.500. Please look whether the right one was taken, else correct the file and
            read it again: {doubtful}
          </Trans>
        </Notice>
      )}
      {coming === 0 ? (
        <Notice tone="info">
          <Trans>There is nothing in it that is not here already.</Trans>
        </Notice>
      ) : null}
      {failure ? <Notice tone="error">{sentenceOf(failure, t`The import did not start.`)}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="quiet"
          busy={discard.isPending}
          onClick={() => discard.mutate({ params: { importId: made.id } }, { onSuccess: onGone })}
        >
          <Trans>Throw Away</Trans>
        </Button>
        <Button
          disabled={coming === 0}
          busy={start.isPending}
          busyLabel={t`Starting...`}
          onClick={() => (refused > 0 ? setAsking(true) : void begin().catch(() => undefined))}
        >
          {plural(coming, { one: 'Import # thing', other: 'Import # things' })}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t`Import without what is not understood?`}
        confirmLabel={t`Import`}
        fallback={t`The import did not start.`}
        onConfirm={begin}
      >
        {plural(refused, {
          one: '# line is not understood and stays out. The list below says which and why; you can correct the file and read it again.',
          other: '# lines are not understood and stay out. The list below says which and why; you can correct the file and read it again.',
        })}
      </ConfirmDialog>
    </div>
  )
}

function Report({ made }: { made: Import }) {
  const [isAsking, setAsking] = useState(false)
  const [undo, report] = [useUndo(), useReport(made.id)]
  const { done, total } = made.progress
  const source = sourceNames[made.source]
  return (
    <div className="space-y-4">
      {isUnderWay(made) ? (
        <div className="space-y-1.5">
          <p role="status" className="figures text-sm">
            {made.state === 'running' ? (
              <Trans>
                {done} of {total} brought in
              </Trans>
            ) : (
              <Trans>
                {done} of {total} taken back
              </Trans>
            )}
          </p>
          <Progress label={t`Progress of the import`} value={done} max={total} />
        </div>
      ) : null}
      <ul className="divide-y divide-line border-y border-line">
        {made.counts.map((count) => (
          <li key={count.kind} className="flex min-h-11 flex-wrap items-baseline gap-x-3 py-2">
            <span className="font-semibold">{kindNames[count.kind]}</span>
            <span className="figures text-sm text-ink-soft">{countWords(count)}</span>
          </li>
        ))}
      </ul>
      {report.error ? <Notice tone="error">{sentenceOf(report.error, t`The download failed. Try again.`)}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="quiet"
          icon={<Download aria-hidden="true" className="size-4.5" />}
          busy={report.isPending}
          onClick={() => report.mutate()}
        >
          <Trans>Download the Report</Trans>
        </Button>
        {made.state === 'done' || made.state === 'running' ? (
          <Button variant="quiet" icon={<Undo2 aria-hidden="true" className="size-4.5" />} onClick={() => setAsking(true)}>
            <Trans>Take Back</Trans>
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t`Take this import back?`}
        confirmLabel={t`Take Back`}
        danger
        fallback={t`The import was not taken back.`}
        onConfirm={() => undo.mutateAsync({ params: { importId: made.id } })}
      >
        <Trans>Everything that came from {source} goes, but for what somebody has changed or used since: that stays.</Trans>
      </ConfirmDialog>
    </div>
  )
}
