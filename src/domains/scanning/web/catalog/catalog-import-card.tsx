import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LibraryBig } from 'lucide-react'
import { useState } from 'react'
import { type CatalogState, catalogCredit, getCatalogState, importCatalog, uploadDump } from '#domains/ingredients/contract/catalog.ts'
import { call, errorMessage, upload } from '#platform/web/api/call.ts'
import { cache, endpointQuery, useQuery } from '#platform/web/api/query-cache.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'

const figures = (count: number) => new Intl.NumberFormat(document.documentElement.lang || 'en').format(count)
const megabytes = (bytes: number) =>
  new Intl.NumberFormat(document.documentElement.lang || 'en', { style: 'unit', unit: 'megabyte' }).format(
    Math.max(1, Math.round(bytes / 1e6)),
  )

/** Shows the size and source of the product catalog; server admins can import into it. */
export function CatalogImportCard() {
  const { data } = useQuery({
    ...endpointQuery(getCatalogState, {}),
    refetchInterval: ({ state }) => (state.data?.import?.state === 'running' ? 1000 : false),
  })
  if (!data || (data.products === 0 && !data.isAdministrator)) return null
  const products = figures(data.products)
  const { name, url, license } = catalogCredit
  return (
    <Card className="space-y-4">
      <div>
        <CardHeader title={t`Product catalog`} icon={LibraryBig} />
        <p className="text-sm text-ink-soft">
          {data.products === 0 ? t`No catalog yet: you name new barcodes yourself.` : t`${products} products in the catalog.`}{' '}
          <Trans>
            Data:{' '}
            <a href={url} target="_blank" rel="noreferrer" className="underline">
              {name}
            </a>
            , {license}.
          </Trans>
        </p>
      </div>
      {data.isAdministrator ? <CatalogImport state={data} /> : null}
    </Card>
  )
}

function CatalogImport({ state: { files, import: last } }: { state: CatalogState }) {
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const isRunning = last?.state === 'running'
  const show = (state: CatalogState) => cache.setQueryData(endpointQuery(getCatalogState, {}).queryKey, state)
  const start = async (file: string) => {
    setFailure(null)
    try {
      show(await call(importCatalog, { body: { file } }))
    } catch (error) {
      setFailure(errorMessage(error, t`Couldn’t start the import`))
    }
  }
  const send = async (file: File | undefined) => {
    if (!file) return
    setSending(true)
    setFailure(null)
    const form = new FormData()
    form.set('dump', file)
    try {
      show(await upload(uploadDump, form))
    } catch (error) {
      setFailure(errorMessage(error, t`The upload failed`))
    } finally {
      setSending(false)
    }
  }
  const percent = Math.round((last?.share ?? 0) * 100)
  const reading = last?.file
  return (
    <div className="space-y-3">
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      {isRunning ? (
        <div className="space-y-1.5">
          <p role="status" className="figures text-sm">
            <Trans>
              Reading {reading}: {percent}%
            </Trans>
          </p>
          <Progress label={t`Catalog import`} value={percent} />
        </div>
      ) : null}
      {last?.state === 'failed' ? <Notice tone="error">{last.reason ?? t`The import failed.`}</Notice> : null}
      {last?.state === 'stopped' ? <Notice tone="soon">{t`The import was stopped. Import the same file again to resume.`}</Notice> : null}
      {files.length > 0 ? (
        <ul className="divide-y divide-line">
          {files.map(({ name, bytes }) => (
            <li key={name} className="flex items-center gap-3 py-2">
              <span className="min-w-0 flex-1 break-words">
                {name} <span className="figures text-sm text-ink-soft">{megabytes(bytes)}</span>
              </span>
              <Button variant="quiet" disabled={isRunning} aria-label={t`Import ${name}`} onClick={() => void start(name)}>
                <Trans>Import</Trans>
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-soft">
          <Trans>
            Copy an Open Food Facts export (TSV or JSONL, optionally gzipped) into the “catalogue” folder inside the data folder. Small
            files can be uploaded here.
          </Trans>
        </p>
      )}
      <label
        className={buttonClass(
          'quiet',
          'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-herb',
        )}
      >
        {sending ? t`Sending...` : t`Upload a file`}
        <input
          type="file"
          disabled={sending}
          accept=".gz,.tsv,.csv,.jsonl"
          onChange={(event) => void send(event.target.files?.[0])}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
    </div>
  )
}
