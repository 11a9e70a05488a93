import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { z } from 'zod'
import { QuotaNotice } from '#domains/households/web/index.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { NeedsServer } from '#platform/web/sync/needs-server.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Field, inputClass, TextArea, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { RecipeDraft } from '../../contract/index.ts'
import { fetchRecipeDraft, previewCollection } from '../api/index.ts'
import type { OpenSheetState } from '../recipe-list/use-recipe-filters.ts'
import { BookmarkletOffer } from './bookmarklet-offer.tsx'
import { CollectionCheck, type FoundCollection } from './collection-check.tsx'
import { RecipeEditor } from './recipe-dialog.tsx'
import { trimPageSource } from './trim-page-source.ts'

interface Source {
  address: string
  text: string
  file: File | null
}
type Way = keyof Source

/** What was read, to check before it is saved. */
interface FoundRecipe {
  recipe: RecipeDraft
  hasServings: boolean
  /** What went wrong or is unsure. */
  words: string | null
}

const importFailed = t`Failed to import the recipe`
const guessed = t`This page’s recipe data is missing or incomplete, so we took its lists. Compare them with the page before you save.`

/** Imports recipes from a web address, pasted text or an exported collection. A single recipe is shown before it is saved. */
export function ImportDialog({
  open,
  shared,
  onClose,
  onDone,
}: {
  open: boolean
  shared: OpenSheetState['shared']
  onClose: () => void
  onDone: (id: string) => void
}) {
  const [draft, setDraft] = useState<FoundRecipe | null>(null)
  const [collection, setCollection] = useState<FoundCollection | null>(null)
  const close = () => {
    setDraft(null)
    setCollection(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || close()}
      title={draft ? t`Check the recipe` : collection ? t`Check the recipes` : t`Import`}
      size="large"
    >
      {draft ? (
        <div className="space-y-4">
          <Notice tone={draft.words === null ? 'info' : 'soon'}>
            {draft.words ?? t`Here’s what we found. Correct anything that’s wrong, then save.`}
          </Notice>
          {draft.hasServings ? null : (
            <Notice tone="soon">{t`It doesn’t say how many it serves, so we assumed ${draft.recipe.servings}.`}</Notice>
          )}
          <RecipeEditor
            recipe={null}
            draft={draft.recipe}
            areServingsAssumed={!draft.hasServings}
            onClose={close}
            onDone={(id) => {
              setDraft(null)
              onDone(id)
            }}
          />
        </div>
      ) : collection ? (
        <CollectionCheck {...collection} onBack={() => setCollection(null)} onDone={close} />
      ) : (
        <NeedsServer>
          <Ways shared={shared} onDraft={setDraft} onCollection={setCollection} onClose={close} />
        </NeedsServer>
      )}
    </Dialog>
  )
}

const RejectedImport = z.object({ draft: RecipeDraft, hasServings: z.boolean() })

/** Returns the draft of a rejected import. */
function draftIn(error: unknown): Omit<FoundRecipe, 'words'> | null {
  if (!(error instanceof ApiError) || error.code !== 'no_recipe_found') return null
  const { success, data } = RejectedImport.safeParse(error.problem)
  return success ? { recipe: data.draft, hasServings: data.hasServings } : null
}

function Ways({
  shared,
  onDraft,
  onCollection,
  onClose,
}: {
  shared: OpenSheetState['shared']
  onDraft: (found: FoundRecipe) => void
  onCollection: (found: FoundCollection) => void
  onClose: () => void
}) {
  const [text, address] = [shared && 'text' in shared ? shared.text : '', shared && 'address' in shared ? shared.address : '']
  const [way, setWay] = useState<Way>(text === '' ? 'address' : 'text')
  const { field, setValue, clearErrors, errors, isSubmitting, failure, submit } = useForm({
    fieldsOf: (): Source => ({ address, text, file: null }),
    resolver: createFormResolver((source: Source) => {
      const sent = source[way]
      return sent === null || (typeof sent === 'string' && sent.trim() === '') ? { wrong: { [way]: t`Nothing to import yet.` } } : { sent }
    }),
    onClose,
  })
  const send = submit(
    async (source) => {
      if (source instanceof File) return onCollection({ file: source, preview: await previewCollection(source) })
      try {
        const { recipe, readFrom, hasServings } = await fetchRecipeDraft(
          way === 'address' ? { url: source.trim() } : { text: trimPageSource(source) },
        )
        onDraft({ recipe, hasServings, words: readFrom === 'headings' ? guessed : null })
      } catch (error) {
        const found = draftIn(error)
        if (!found) throw error
        onDraft({ ...found, words: errorMessage(error, importFailed) })
      }
    },
    () => importFailed,
  )
  return (
    <form onSubmit={send} className="space-y-4" noValidate>
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <QuotaNotice name="recipes" />
      <QuotaNotice name="storedBytes" />
      <Tabs
        label={t`Import from`}
        value={way}
        onChange={(next) => {
          setWay(next)
          clearErrors()
        }}
        items={[
          {
            value: 'address',
            label: t`Web address`,
            panel: (
              <div className="space-y-4">
                <TextInput label={t`Recipe address`} type="url" inputMode="url" placeholder="https://" {...field('address')} />
                <BookmarkletOffer />
              </div>
            ),
          },
          {
            value: 'text',
            label: t`Paste`,
            panel: (
              <TextArea
                label={t`Text or page source`}
                rows={10}
                hint={t`Paste the recipe text with ingredients and steps, or the page’s HTML source`}
                {...field('text')}
              />
            ),
          },
          {
            value: 'file',
            label: t`Collection`,
            panel: (
              <Field
                label={t`Export file`}
                hint={t`From Larder, Mealie, Tandoor, Paprika, RecipeSage (JSON-LD), Nextcloud Cookbook, Recipe Keeper, MasterCook, Meal-Master, Cooklang, or a zip of Markdown files. Under 10 MB.`}
                error={errors.file?.message}
              >
                {(wiring) => (
                  <input
                    {...wiring}
                    type="file"
                    accept=".zip,.json,.jsonld,.paprikarecipes,.paprikarecipe,.cook,.md,.txt,.mmf,.mm,.mxp,.mx2,.html,.htm"
                    className={inputClass}
                    onChange={({ target }) => setValue('file', target.files?.[0] ?? null, { shouldDirty: true })}
                  />
                )}
              </Field>
            ),
          },
        ]}
      />
      <div className="flex justify-end">
        <Button type="submit" busy={isSubmitting} busyLabel={t`Reading...`}>
          {t`Import`}
        </Button>
      </div>
    </form>
  )
}
