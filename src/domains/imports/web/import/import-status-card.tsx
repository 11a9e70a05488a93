import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Download, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { type AskedKind, askedKinds, type Import, type ImportRowKind } from '../../contract.ts'
import { isRunning, useAskedRows, useDiscardImport, useDownloadReport, useStartImport, useUndoImport } from '../api.ts'
import { describeCounts, importStateNames, kindNames, sourceNames, sumOf } from './import-display.ts'

/** An import's preview, progress and report. */
export function ImportStatusCard({ record, onDiscard }: { record: Import; onDiscard: () => void }) {
  const source = sourceNames[record.source]
  return (
    <Card className="space-y-4">
      <CardHeader
        title={record.state === 'preview' ? <Trans>Contents of {source}</Trans> : <Trans>Import from {source}</Trans>}
        aside={<span className="text-sm text-ink-soft">{importStateNames[record.state]}</span>}
      />
      {record.state === 'preview' ? <Preview record={record} onDiscard={onDiscard} /> : <Report record={record} />}
    </Card>
  )
}

function Preview({ record, onDiscard }: { record: Import; onDiscard: () => void }) {
  const [leftOut, setLeftOut] = useState<readonly ImportRowKind[]>(askedKinds)
  const [isConfirming, setConfirming] = useState(false)
  const [start, discard] = [useStartImport(), useDiscardImport()]
  const chosen = record.counts.filter(({ kind }) => !leftOut.includes(kind))
  const [coming, refused] = [sumOf(chosen, 'new'), sumOf(chosen, 'refused')]
  const names = record.countedAsPieces.join(', ')
  const doubtful = record.doubtful.join('; ')
  const failure = start.error ?? discard.error
  const include = askedKinds.filter((kind) => !leftOut.includes(kind))
  const leaveOut = leftOut.filter((kind) => !isAsked(kind))
  const begin = () => start.mutateAsync({ params: { importId: record.id }, body: { leaveOut, include, withoutRefused: true } })
  return (
    <div className="space-y-4">
      <ul className="divide-y divide-line border-y border-line">
        {record.counts.map((count) => (
          <li key={count.kind} className="py-1">
            <Checkbox
              label={kindNames[count.kind]}
              hint={[askedHints[count.kind], describeCounts(count)].filter(Boolean).join(' ')}
              checked={!leftOut.includes(count.kind)}
              onChange={({ target }) =>
                setLeftOut(target.checked ? leftOut.filter((kind) => kind !== count.kind) : [...leftOut, count.kind])
              }
            />
            {isAsked(count.kind) && count.new > 0 ? <AskedRows record={record} kind={count.kind} total={count.new} /> : null}
          </li>
        ))}
      </ul>
      {record.source === 'larder' ? (
        <Notice tone="info">
          <Trans>
            Not imported: members, notifications, circles and loans, shared links, tokens, webhooks, tablets, and who changed what.
          </Trans>
        </Notice>
      ) : null}
      <PicturesLeftOut count={record.picturesLeftOut} />
      {names === '' ? null : (
        <Notice tone="info">
          <Trans>These units aren’t supported and will be counted as pieces: {names}</Trans>
        </Notice>
      )}
      {record.doubtful.length === 0 ? null : (
        <Notice tone="info">
          <Trans>
            These numbers can be read in two ways, such as 1.500. Check that they’re right, or correct the file and upload it again:{' '}
            {doubtful}
          </Trans>
        </Notice>
      )}
      {coming === 0 && sumOf(record.counts, 'new') === 0 ? (
        <Notice tone="info">
          <Trans>Everything in it already exists here.</Trans>
        </Notice>
      ) : null}
      {failure ? <Notice tone="error">{errorMessage(failure, t`Couldn’t start the import.`)}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="quiet"
          busy={discard.isPending}
          onClick={() => discard.mutate({ params: { importId: record.id } }, { onSuccess: onDiscard })}
        >
          {t({ message: 'Discard', context: 'an import' })}
        </Button>
        <Button
          disabled={coming === 0}
          busy={start.isPending}
          busyLabel={t`Starting...`}
          onClick={() => (refused > 0 ? setConfirming(true) : void begin().catch(() => undefined))}
        >
          {plural(coming, { one: 'Import # entry', other: 'Import # entries' })}
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t`Import and skip unrecognized rows?`}
        confirmLabel={t`Import`}
        fallback={t`Couldn’t start the import.`}
        onConfirm={begin}
      >
        {plural(refused, {
          one: '# line wasn’t recognized and will be skipped. The list below shows which and why. You can correct the file and upload it again.',
          other:
            '# lines weren’t recognized and will be skipped. The list below shows which and why. You can correct the file and upload it again.',
        })}
      </ConfirmDialog>
    </div>
  )
}

const isAsked = (kind: ImportRowKind): kind is AskedKind => (askedKinds as readonly ImportRowKind[]).includes(kind)

const askedHints: Partial<Record<ImportRowKind, string>> = {
  diet: t`Health data: guests with what they can’t eat, what you can’t eat, and what the household in the file said that foods contain, which then counts here too. Everyone in this household sees it.`,
  setting: t`Changes the name and settings of this household for everyone.`,
}

/** Shows what would be imported with a tick. */
function AskedRows({ record, kind, total }: { record: Import; kind: AskedKind; total: number }) {
  const { data, error } = useAskedRows(record.id, kind)
  if (error) return <Notice tone="error">{errorMessage(error, t`Couldn’t load the rows.`)}</Notice>
  if (!data) return <SkeletonRows rows={1} />
  return (
    <ul className="pb-2 ps-9 text-sm text-ink-soft">
      {data.map(({ no, name, detail }) => (
        <li key={no} className="break-words">
          {name}
          {detail === '' ? null : `: ${detail}`}
        </li>
      ))}
      {total > data.length ? (
        <li>{plural(total - data.length, { one: 'and # more, under “All rows”', other: 'and # more, under “All rows”' })}</li>
      ) : null}
    </ul>
  )
}

function PicturesLeftOut({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice tone="info">
      {plural(count, {
        one: '# picture can’t be imported: it’s damaged, or there’s no room for it.',
        other: '# pictures can’t be imported: they’re damaged, or there’s no room for them.',
      })}
    </Notice>
  )
}

function Report({ record }: { record: Import }) {
  const [isConfirming, setConfirming] = useState(false)
  const [undo, report] = [useUndoImport(), useDownloadReport(record.id)]
  const { done, total } = record.progress
  const source = sourceNames[record.source]
  return (
    <div className="space-y-4">
      {isRunning(record) ? (
        <div className="space-y-1.5">
          <p role="status" className="figures text-sm">
            {record.state === 'running' ? (
              <Trans>
                {done} of {total} imported
              </Trans>
            ) : (
              <Trans>
                {done} of {total} undone
              </Trans>
            )}
          </p>
          <Progress label={t`Import progress`} value={done} max={total} />
        </div>
      ) : null}
      <ul className="divide-y divide-line border-y border-line">
        {record.counts.map((count) => (
          <li key={count.kind} className="flex min-h-11 flex-wrap items-baseline gap-x-3 py-2">
            <span className="font-semibold">{kindNames[count.kind]}</span>
            <span className="figures text-sm text-ink-soft">{describeCounts(count)}</span>
          </li>
        ))}
      </ul>
      <PicturesLeftOut count={record.picturesLeftOut} />
      {report.error ? <Notice tone="error">{errorMessage(report.error, t`The download failed. Try again.`)}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="quiet"
          icon={<Download aria-hidden="true" className="size-4.5" />}
          busy={report.isPending}
          onClick={() => report.mutate()}
        >
          <Trans>Download report</Trans>
        </Button>
        {record.state === 'done' || record.state === 'running' ? (
          <Button variant="quiet" icon={<Undo2 aria-hidden="true" className="size-4.5" />} onClick={() => setConfirming(true)}>
            <Trans>Undo import</Trans>
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t`Undo this import?`}
        confirmLabel={t`Undo import`}
        danger
        fallback={t`Couldn’t undo the import.`}
        onConfirm={() => undo.mutateAsync({ params: { importId: record.id } })}
      >
        <Trans>Everything imported from {source} is removed, except what has been changed or used since.</Trans>
      </ConfirmDialog>
    </div>
  )
}
