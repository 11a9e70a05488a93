import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Field, inputClass, PasswordInput, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { type AppSource, type Import, sources } from '../../contract.ts'
import { usePreviewFile, usePreviewGrocy } from '../api.ts'
import { sourceNames } from './labels.ts'

const acceptedFiles: Record<AppSource, string> = {
  grocy: '.db,.sqlite,.sqlite3',
  csv: '.csv,.tsv,.txt',
  kitchenowl: '.json',
  mealie: '.json',
  larder: '.zip',
}

/** Chooses the app to import from and its file. The server detects the file's format itself. */
export function SourceForm({ onRead }: { onRead: (record: Import) => void }) {
  const [source, setSource] = useState<AppSource>('grocy')
  return (
    <Card>
      <Tabs
        label={t`Import from`}
        value={source}
        onChange={setSource}
        wraps
        items={sources.map((value) => ({
          value,
          label: sourceNames[value],
          panel: (
            <div className="space-y-5 pt-4">
              <FileForm source={value} onRead={onRead} />
              {value === 'grocy' ? <GrocyForm onRead={onRead} /> : null}
            </div>
          ),
        }))}
      />
    </Card>
  )
}

const guides: Record<AppSource, ReactNode> = {
  grocy: (
    <Trans>
      The file grocy.db in grocy’s data folder. Imports ingredients, stock with dates and prices, barcodes, conversions, the shopping list
      and recipes.
    </Trans>
  ),
  csv: (
    <Trans>
      A table with a heading row. It needs a name column; quantity, unit, location, expiration date, category, price, barcode, opened and
      minimum are optional.
    </Trans>
  ),
  kitchenowl: <Trans>The JSON file that KitchenOwl exports for a household. Imports items with their categories, and recipes.</Trans>,
  mealie: (
    <Trans>
      A JSON file of recipes, or database.json from a backup, which also holds foods and shopping lists. For zip files, use Import on the
      Recipes page.
    </Trans>
  ),
  larder: (
    <Trans>
      A household zip file from Settings → Data &amp; API, of this household to restore what’s gone, or from another server. Imports
      ingredients, barcodes, stock, the shopping list and recipes, but not photos, plans or history.
    </Trans>
  ),
}

function FileForm({ source, onRead }: { source: AppSource; onRead: (record: Import) => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const read = usePreviewFile()
  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(file === null)
    if (file) read.mutate(file, { onSuccess: onRead })
  }
  return (
    <form onSubmit={send} className="space-y-4" noValidate>
      <p className="text-ink-soft">{guides[source]}</p>
      {read.error ? <Notice tone="error">{errorMessage(read.error, t`Couldn’t read the file.`)}</Notice> : null}
      <Field label={t`File`} hint={t`At most 32 MB`} {...(isMissing ? { error: t`Choose a file first.` } : {})}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept={acceptedFiles[source]}
            className={inputClass}
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null)
              setMissing(false)
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={read.isPending} busyLabel={t`Reading...`}>
        <Trans>Preview import</Trans>
      </Button>
    </form>
  )
}

function GrocyForm({ onRead }: { onRead: (record: Import) => void }) {
  const [address, setAddress] = useState('')
  const [key, setKey] = useState('')
  const read = usePreviewGrocy()
  const send = (event: FormEvent) => {
    event.preventDefault()
    read.mutate({ body: { address: address.trim(), key: key.trim() } }, { onSuccess: onRead })
  }
  return (
    <form onSubmit={send} className="space-y-4 border-t border-line pt-5">
      <h2 className="display text-xl">
        <Trans>Or import from a running grocy server</Trans>
      </h2>
      {read.error ? <Notice tone="error">{errorMessage(read.error, t`Couldn’t read from grocy.`)}</Notice> : null}
      <TextInput
        label={t`Address`}
        type="url"
        inputMode="url"
        placeholder="https://grocy.example.org"
        hint={t`To use a server on your own network, ask your server admin to list it in LARDER_IMPORT_HOSTS.`}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        required
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <PasswordInput
        label={t`API key`}
        hint={t`In grocy, see Manage API keys. Used once and not stored.`}
        autoComplete="off"
        maxLength={500}
        required
        value={key}
        onChange={({ target }) => setKey(target.value)}
      />
      <Button type="submit" variant="quiet" busy={read.isPending} busyLabel={t`Connecting...`}>
        <Trans>Connect to grocy</Trans>
      </Button>
    </form>
  )
}
