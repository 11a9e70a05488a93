import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, MapPin, Printer, QrCode, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { QuotaNotice, useHasRole } from '#domains/households/web/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { getLot } from '#domains/inventory/contract.ts'
import { useLiveStock } from '#domains/inventory/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { NeedsServer } from '#platform/web/sync/needs-server.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { formatExactTime, RelativeTime } from '#platform/web/ui/relative-time.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { formatLabelCode, type Label, type LabelSheet } from '../../contract.ts'
import { revokeSheet, takeLabelOff, useLabelSheets, useLabels } from '../api/labels.ts'
import { PrintForm } from '../print-labels/print-form.tsx'
import { savePdf } from '../print-labels/save-pdf.ts'
import { sizeNames } from '../print-labels/size-names.ts'

/** Prints labels, and shows what those in use are on. */
export function LabelsPage() {
  useLiveStock()
  const mayChange = useHasRole('MEMBER')
  const [failure, setFailure] = useState<unknown>(null)
  return (
    <>
      <PageHeader title={t`Labels`} hint={t`Stick a code on a box, a jar or a drawer. Scan it to see and use what is inside.`} />
      <div className="space-y-5">
        {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t save the label`)}</Notice>}
        {mayChange ? <QuotaNotice name="labels" /> : null}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
          {mayChange ? (
            <div className="flex flex-col gap-5">
              <NeedsServer>
                <PrintForm />
              </NeedsServer>
              <Sheets onFailure={setFailure} />
            </div>
          ) : null}
          <UsedLabels mayChange={mayChange} onFailure={setFailure} />
        </div>
      </div>
    </>
  )
}

function UsedLabels({ mayChange, onFailure }: { mayChange: boolean; onFailure: (error: unknown) => void }) {
  const { data, error, isPending, isFetching, refetch } = useLabels()
  const used = (data ?? []).filter(({ lotId, location }) => lotId !== null || location !== null)
  return (
    <Card>
      <CardHeader title={t`In use`} icon={Tag} className="mb-1" />
      {isPending ? (
        <SkeletonRows rows={3} />
      ) : data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : used.length === 0 ? (
        <EmptyState icon={QrCode} title={t`No labels in use`} className="py-8!">
          <Trans>Scan a printed label with your phone’s camera or on the Scan page, and say what it is on.</Trans>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {used.map((label) => (
            <li key={label.id} className="flex items-center gap-1">
              <UsedLabel label={label} />
              {mayChange ? (
                <IconButton
                  label={t`Take label ${formatLabelCode(label.id)} off`}
                  icon={<Trash2 aria-hidden="true" />}
                  onClick={() => void takeLabelOff(label).catch(onFailure)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function UsedLabel({ label: { id, lotId, location } }: { label: Label }) {
  const { data: lot, error } = useEndpointQuery(getLot, { params: { id: lotId ?? '' } }, { enabled: lotId !== null })
  return (
    <Link
      to="/l"
      search={{ code: id }}
      className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-tile px-2 py-1.5 text-ink no-underline hover:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere font-semibold">
          {location === null ? (lot?.ingredient.name ?? (error ? t`Couldn’t load this item` : '…')) : translateLocation(location)}
        </span>
        <span className="figures flex items-center gap-1 text-sm text-ink-soft">
          {location === null ? null : <MapPin aria-hidden="true" className="size-4" />}
          {formatLabelCode(id)}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
    </Link>
  )
}

function Sheets({ onFailure }: { onFailure: (error: unknown) => void }) {
  const { data: sheets, error, isPending, isFetching, refetch } = useLabelSheets()
  if (sheets?.length === 0) return null
  return (
    <Card>
      <CardHeader title={t`Printed`} icon={Printer} className="mb-1" />
      {isPending ? (
        <SkeletonRows rows={2} />
      ) : sheets === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SheetList sheets={sheets} onFailure={onFailure} />
      )}
    </Card>
  )
}

function SheetList({ sheets, onFailure }: { sheets: readonly LabelSheet[]; onFailure: (error: unknown) => void }) {
  const timeOf = ({ size, createdAt }: LabelSheet) => `${sizeNames[size]}, ${formatExactTime(new Date(createdAt))}`
  const sameTime = Map.groupBy(sheets, timeOf)
  return (
    <ul className="divide-y divide-line">
      {sheets.map((sheet) => {
        const time = timeOf(sheet)
        // Two of a minute are told apart by their first code.
        const code = (sameTime.get(time)?.length ?? 0) > 1 && sheet.codes[0] ? formatLabelCode(sheet.codes[0]) : null
        const name = code === null ? time : `${time}, ${code}`
        return (
          <li key={sheet.id} className="flex flex-wrap items-center justify-end gap-x-1 py-1.5">
            <span className="min-w-[min(100%,9rem)] flex-1">
              <span className="block">{sizeNames[sheet.size]}</span>
              <span className="figures text-sm text-ink-soft">
                {plural(sheet.codes.length, { one: '# label', other: '# labels' })}, <RelativeTime at={sheet.createdAt} />
                {code === null ? null : `, ${code}`}
              </span>
            </span>
            <IconButton label={t`Print again: ${name}`} icon={<Printer aria-hidden="true" />} onClick={() => savePdf(sheet, 1)} />
            <IconButton
              label={t`Revoke labels: ${name}`}
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => void revokeSheet(sheet).catch(onFailure)}
            />
          </li>
        )
      })}
    </ul>
  )
}
