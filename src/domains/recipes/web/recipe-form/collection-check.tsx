import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { CollectionFormat, CollectionLoss, CollectionPreview, ImportedCollection } from '../../contract/index.ts'
import { importCollection } from '../api/index.ts'

/** A collection that was read, to look at before it is imported. */
export interface FoundCollection {
  file: File
  preview: CollectionPreview
}

/** Names of programs aren't translated. */
const formatNames: Readonly<Record<CollectionFormat, string>> = {
  mealie: 'Mealie',
  tandoor: 'Tandoor',
  paprika: 'Paprika',
  schemaOrg: 'schema.org',
  json: 'JSON',
  recipeKeeper: 'Recipe Keeper',
  masterCook: 'MasterCook',
  mealMaster: 'Meal-Master',
  cooklang: 'Cooklang',
  markdown: 'Markdown',
}

const lossNames: Readonly<Record<CollectionLoss, string>> = {
  nutrition: t`Nutrition facts`,
  tools: t`Lists of equipment`,
  comments: t`Comments`,
  photos: t`All photos but one of each recipe`,
  stepAmounts: t`How much of an ingredient each step takes; the whole amounts are kept`,
  stepTimes: t`How long each step takes`,
  longLists: t`Ingredients and steps after the 100th`,
  otherFiles: t`Files without a recipe`,
}

function resultOf({ imported, skipped, picturesLeftOut }: ImportedCollection): string {
  const brought = plural(imported, { one: 'Imported # recipe', other: 'Imported # recipes' })
  const leftOut = skipped.length
  const unnamed = plural(leftOut, { one: 'skipped # without a name', other: 'skipped # without a name' })
  const result = leftOut > 0 ? t`${brought}, ${unnamed}` : brought
  const pictures = plural(picturesLeftOut, { one: '# photo couldn’t be imported.', other: '# photos couldn’t be imported.' })
  return picturesLeftOut > 0 ? t`${result}. ${pictures}` : result
}

/** Says what a file would bring and what Larder doesn't keep of it, before anything is stored. */
export function CollectionCheck({ file, preview, onBack, onDone }: FoundCollection & { onBack: () => void; onDone: () => void }) {
  const [isImporting, setImporting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { recipes, nameless, pictures, names, losses } = preview
  const more = recipes - names.length
  const shown = names.join(' · ')
  const formats = preview.formats.map((format) => formatNames[format]).join(', ')
  const send = async () => {
    setImporting(true)
    setFailure(null)
    try {
      toast.done(resultOf(await importCollection(file)))
      onDone()
    } catch (error) {
      setImporting(false)
      setFailure(errorMessage(error, t`Failed to import the recipe`))
    }
  }
  return (
    <div className="space-y-4">
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
      <div className="space-y-1">
        <p className="display text-xl">
          {plural(recipes, { one: '# recipe', other: '# recipes' })}
          <span className="font-sans text-base text-ink-soft"> · {formats}</span>
        </p>
        <p className="text-ink-soft">{more > 0 ? t`${shown} and ${more} more` : shown}</p>
        {pictures > 0 ? <p className="text-ink-soft">{plural(pictures, { one: '# photo', other: '# photos' })}</p> : null}
      </div>
      {nameless > 0 ? (
        <Notice tone="soon">
          {plural(nameless, { one: '# recipe has no name and is left out.', other: '# recipes have no name and are left out.' })}
        </Notice>
      ) : null}
      {losses.length === 0 ? null : (
        <Notice tone="info">
          <p>{t`Larder doesn’t keep:`}</p>
          <ul className="list-disc ps-5">
            {losses.map((loss) => (
              <li key={loss}>{lossNames[loss]}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onBack} disabled={isImporting}>
          {t`Back`}
        </Button>
        <Button onClick={() => void send()} busy={isImporting} busyLabel={t`Importing...`}>
          {plural(recipes, { one: 'Import # recipe', other: 'Import # recipes' })}
        </Button>
      </div>
    </div>
  )
}
