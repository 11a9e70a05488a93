import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Field, inputClass, PasswordInput, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { type AppSource, appSources, type Import } from '../../contract.ts'
import { usePreviewFile, usePreviewGrocy } from '../api.ts'
import { sourceNames } from './import-display.ts'

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
        items={appSources.map((value) => ({
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
      ingredients, barcodes, stock, the shopping list, recipes, pictures, the meal plan and the past; guests, diets, allergies and settings
      if you choose them.
    </Trans>
  ),
}

const fileResolver = createFormResolver(({ file }: { file: File | null }) =>
  file ? { sent: { file } } : { wrong: { file: t`Choose a file first.` } },
)

function FileForm({ source, onRead }: { source: AppSource; onRead: (record: Import) => void }) {
  const { setValue, errors, isSubmitted, isSubmitting, failure, submit } = useForm({
    fieldsOf: (): { file: File | null } => ({ file: null }),
    resolver: fileResolver,
  })
  const read = usePreviewFile()
  const send = submit(
    async ({ file }) => onRead(await read.mutateAsync(file)),
    () => t`Couldn’t read the file.`,
  )
  return (
    <form onSubmit={send} className="space-y-4" noValidate>
      <p className="text-ink-soft">{guides[source]}</p>
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <Field label={t`File`} hint={source === 'larder' ? t`At most 128 MB` : t`At most 32 MB`} error={errors.file?.message}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept={acceptedFiles[source]}
            className={inputClass}
            onChange={({ target }) => setValue('file', target.files?.[0] ?? null, { shouldValidate: isSubmitted })}
          />
        )}
      </Field>
      <Button type="submit" busy={isSubmitting} busyLabel={t`Reading...`}>
        <Trans>Preview import</Trans>
      </Button>
    </form>
  )
}

function GrocyForm({ onRead }: { onRead: (record: Import) => void }) {
  const { field, isSubmitting, failure, submit } = useForm({ fieldsOf: () => ({ address: '', key: '' }) })
  const read = usePreviewGrocy()
  const send = submit(
    async ({ address, key }) => onRead(await read.mutateAsync({ body: { address: address.trim(), key: key.trim() } })),
    () => t`Couldn’t read from grocy.`,
  )
  return (
    <form onSubmit={send} className="space-y-4 border-t border-line pt-5">
      <h2 className="display text-xl">
        <Trans>Or import from a running grocy server</Trans>
      </h2>
      {failure ? <Notice tone="error">{failure}</Notice> : null}
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
        {...field('address')}
      />
      <PasswordInput
        label={t`API key`}
        hint={t`In grocy, see Manage API keys. Used once and not stored.`}
        autoComplete="off"
        maxLength={500}
        required
        {...field('key')}
      />
      <Button type="submit" variant="quiet" busy={isSubmitting} busyLabel={t`Connecting...`}>
        <Trans>Connect to grocy</Trans>
      </Button>
    </form>
  )
}
