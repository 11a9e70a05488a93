import { plural, t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'
import { QuotaNotice } from '#domains/households/web/index.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { useUnsavedChanges } from '#platform/web/forms/unsaved-changes.ts'
import { NeedsServer } from '#platform/web/sync/needs-server.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Field, inputClass, TextArea, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type ImportedCollection, RecipeDraft } from '../../contract/index.ts'
import { importCollection, importRecipe } from '../api/index.ts'
import type { Opened } from '../recipe-list/use-recipe-filters.ts'
import { RecipeEditor } from './recipe-dialog.tsx'

type Way = 'address' | 'text' | 'file'

/** Imports recipes from a web address, pasted text or an exported collection. A single recipe is shown before it is saved. */
export function ImportDialog({
  open,
  shared,
  onClose,
  onDone,
}: {
  open: boolean
  shared: Opened['shared']
  onClose: () => void
  onDone: (id: string) => void
}) {
  const [draft, setDraft] = useState<{ recipe: RecipeDraft; words: string | null } | null>(null)
  const close = () => {
    setDraft(null)
    onClose()
  }
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || close()} title={draft ? t`Check the recipe` : t`Import`} size="large">
      {draft ? (
        <div className="space-y-4">
          <Notice tone={draft.words === null ? 'info' : 'soon'}>
            {draft.words ?? t`Here’s what we found. Correct anything that’s wrong, then save.`}
          </Notice>
          <RecipeEditor
            recipe={null}
            draft={draft.recipe}
            onClose={close}
            onDone={(id) => {
              setDraft(null)
              onDone(id)
            }}
          />
        </div>
      ) : (
        <NeedsServer>
          <Ways shared={shared} onDraft={(recipe, words) => setDraft({ recipe, words })} onCollection={close} />
        </NeedsServer>
      )}
    </Dialog>
  )
}

/** Returns the draft of a rejected import. */
function draftIn(error: unknown): RecipeDraft | null {
  if (!(error instanceof ApiError) || error.code !== 'no_recipe_found') return null
  const input: unknown = error.problem
  const parsed = typeof input === 'object' && input !== null && 'draft' in input ? RecipeDraft.safeParse(input.draft) : null
  return parsed?.success ? parsed.data : null
}

function resultOf({ imported, skipped, picturesLeftOut }: ImportedCollection): string {
  const brought = plural(imported, { one: 'Imported # recipe', other: 'Imported # recipes' })
  const leftOut = skipped.length
  const unnamed = plural(leftOut, { one: 'skipped # without a name', other: 'skipped # without a name' })
  const result = leftOut > 0 ? t`${brought}, ${unnamed}` : brought
  const pictures = plural(picturesLeftOut, { one: '# photo couldn’t be imported.', other: '# photos couldn’t be imported.' })
  return picturesLeftOut > 0 ? t`${result}. ${pictures}` : result
}

function Ways({
  shared,
  onDraft,
  onCollection,
}: {
  shared: Opened['shared']
  onDraft: (recipe: RecipeDraft, words: string | null) => void
  onCollection: () => void
}) {
  const [way, setWay] = useState<Way>(shared && 'text' in shared ? 'text' : 'address')
  const [address, setAddress] = useState(shared && 'address' in shared ? shared.address : '')
  const input = shared && 'text' in shared ? shared.text : ''
  const [text, setText] = useState(input)
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  useUnsavedChanges(text.trim() !== '' && text !== input, onCollection)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (way === 'file' ? file === null : (way === 'address' ? address : text).trim() === '') return setTrouble(t`Nothing to import yet.`)
    setBusy(true)
    setTrouble(null)
    try {
      if (way === 'file' && file !== null) {
        toast.done(resultOf(await importCollection(file)))
        onCollection()
      } else onDraft((await importRecipe(way === 'address' ? { url: address.trim() } : { text })).recipe, null)
    } catch (error) {
      const draft = draftIn(error)
      const words = errorMessage(error, t`Failed to import the recipe`)
      if (draft) onDraft(draft, words)
      else setTrouble(words)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void send(event)} className="space-y-4" noValidate>
      {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
      <QuotaNotice name="recipes" />
      <QuotaNotice name="storedBytes" />
      <Tabs
        label={t`Import from`}
        value={way}
        onChange={(next) => {
          setWay(next as Way)
          setTrouble(null)
        }}
        items={[
          {
            value: 'address',
            label: t`Web address`,
            panel: (
              <TextInput
                label={t`Recipe address`}
                type="url"
                inputMode="url"
                placeholder="https://"
                value={address}
                onChange={({ target }) => setAddress(target.value)}
              />
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
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            ),
          },
          {
            value: 'file',
            label: t`Collection`,
            panel: (
              <Field label={t`Export file`} hint={t`From Mealie, Tandoor, RecipeSage (JSON-LD) or Paprika, under 10 MB`}>
                {(wiring) => (
                  <input
                    {...wiring}
                    type="file"
                    accept=".zip,.json,.jsonld,.paprikarecipes,.paprikarecipe"
                    className={inputClass}
                    onChange={({ target }) => setFile(target.files?.[0] ?? null)}
                  />
                )}
              </Field>
            ),
          },
        ]}
      />
      <div className="flex justify-end">
        <Button type="submit" busy={busy} busyLabel={t`Reading...`}>
          {t`Import`}
        </Button>
      </div>
    </form>
  )
}
