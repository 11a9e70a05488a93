import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { currentRowFrom412 } from '#platform/web/api/concurrent-edits.ts'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextArea, TextInput } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { EmptyState } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { type Bundle, changeBundle as changeBundleEndpoint, maxBundleItems, maxBundles, type ShoppingItem } from '../../contract/index.ts'
import { addBundle, changeBundle, removeBundle, useBundles } from '../api/bundles.ts'
import { addItemsWithUndo } from '../api/list-mutation.ts'
import { useItemEntry } from '../shopping-list/use-item-entry.ts'

/** In place of the id of the bundle that is edited. */
const asNew = 'new'

/** Items that are put on the list together: adds them to it, and creates, edits and deletes bundles. */
export function BundlesSheet({ items, onClose }: { items: readonly ShoppingItem[]; onClose: () => void }) {
  const bundles = useBundles()
  const { parse } = useItemEntry(items, true)
  const [editedId, setEditedId] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const close = () => setEditedId(null)
  const edited = bundles.find(({ id }) => id === editedId) ?? null
  const isEditing = edited !== null || editedId === asNew
  const title = edited?.name ?? (isEditing ? t`New bundle` : t`Bundles`)
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={title}
      description={isEditing ? undefined : t`Put everything on the list that taco night needs, in one tap.`}
      size="small"
    >
      {isEditing ? (
        <BundleForm
          key={editedId}
          bundle={edited}
          onClose={close}
          onRemove={(bundle) => {
            close()
            setFailure(null)
            void removeBundle(bundle).catch(setFailure)
          }}
        />
      ) : (
        <div className="space-y-4">
          {bundles.length > 0 ? (
            <ul className="divide-y divide-line rounded-card border border-line">
              {bundles.map((bundle) => (
                <BundleRow
                  key={bundle.id}
                  bundle={bundle}
                  onAdd={() => {
                    addItemsWithUndo(parse(bundle.items.join('\n')), { isQuiet: false })
                    onClose()
                  }}
                  onEdit={() => setEditedId(bundle.id)}
                />
              ))}
            </ul>
          ) : (
            <EmptyState title={t`No bundles yet`}>
              <Trans>Save what you often buy together, such as for taco night or a weekend away.</Trans>
            </EmptyState>
          )}
          {bundles.length < maxBundles ? (
            <Button
              variant="quiet"
              className="w-full"
              icon={<Plus aria-hidden="true" className="size-5" />}
              onClick={() => setEditedId(asNew)}
            >
              <Trans>New bundle</Trans>
            </Button>
          ) : null}
          {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t save the bundle`)}</Notice>}
        </div>
      )}
    </Dialog>
  )
}

function BundleRow({ bundle: { name, items }, onAdd, onEdit }: { bundle: Bundle; onAdd: () => void; onEdit: () => void }) {
  return (
    <li className="flex items-center gap-1 py-1.5 pe-1 ps-4">
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-semibold">{name}</p>
        <p className="truncate text-sm text-ink-soft">{items.join(', ')}</p>
      </div>
      <IconButton label={t`Edit ${name}`} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
      <Button variant="quiet" disabled={items.length === 0} onClick={onAdd}>
        <Trans>Add</Trans> <span className="sr-only">{name}</span>
      </Button>
    </li>
  )
}

const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const fieldsOf = (bundle: Bundle | null) => ({ name: bundle?.name ?? '', items: bundle?.items.join('\n') ?? '' })

const resolver = createFormResolver(({ name, items }: ReturnType<typeof fieldsOf>) => {
  const sent = { name: name.trim(), items: linesIn(items) }
  const isLong = sent.items.length > maxBundleItems || sent.items.some((line) => line.length > 120)
  if (sent.name !== '' && sent.items.length > 0 && !isLong) return { sent }
  const most = plural(maxBundleItems, { one: 'At most # item, each on a short line.', other: 'At most # items, each on a short line.' })
  return {
    wrong: {
      ...(sent.name === '' ? { name: t`Enter a name.` } : {}),
      ...(sent.items.length === 0 ? { items: t`Enter at least one item.` } : isLong ? { items: most } : {}),
    },
  }
})

function BundleForm({ bundle, onClose, onRemove }: { bundle: Bundle | null; onClose: () => void; onRemove: (bundle: Bundle) => void }) {
  const { field, submit, leave, failure, isSubmitting } = useForm({
    row: bundle,
    fieldsOf,
    resolver,
    changedRowIn: (error) => currentRowFrom412(error, changeBundleEndpoint),
    draft: bundle === null ? 'bundle' : null,
    onClose,
  })
  const save = submit(
    async (values, { known, changed }) => {
      if (known === null) await addBundle(values)
      else if (changed.size > 0)
        await changeBundle(known, {
          ...(changed.has('name') ? { name: values.name } : {}),
          ...(changed.has('items') ? { items: values.items } : {}),
        })
      onClose()
    },
    () => t`Couldn’t save the bundle`,
  )
  return (
    <form onSubmit={save} noValidate className="space-y-4">
      <TextInput label={t`Name`} maxLength={60} autoComplete="off" placeholder={t`e.g. Taco night`} {...field('name')} />
      <TextArea
        label={t`Items`}
        hint={t`One per line, with an amount if you like`}
        rows={7}
        placeholder={t`6 tortillas\n500 g ground beef\nSour cream`}
        {...field('items')}
      />
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
      <div className="flex gap-2 pt-1">
        {bundle === null ? null : (
          <IconButton label={t`Delete ${bundle.name}`} icon={<Trash2 aria-hidden="true" />} onClick={() => onRemove(bundle)} />
        )}
        <Button variant="quiet" onClick={leave}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" className="flex-1" busy={isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  )
}
