import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createPortal } from 'react-dom'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import type { NamedList, ShoppingItem } from '../../contract/index.ts'
import { exportAllLists, exportFile, formatAsText } from '../api/requests.ts'
import type { ListState } from '../api/use-list.ts'
import { useItemAmount } from '../shopping-list/use-item-amount.ts'

export const exportFailedMessage = t`Failed to export shopping list`

/** Exports, shares and prints the list. */
export interface ShareActions {
  exportAs(format: 'csv' | 'text'): Promise<void>
  /** Exports all lists as CSV; `lists` are those in addition to the default one. */
  exportAll(lists: readonly NamedList[]): Promise<void>
  share(): Promise<void>
  print(): void
}

export function shareActions(list: ListState, onFailure: (error: unknown) => void): ShareActions {
  const report = (error: unknown) => {
    console.error(exportFailedMessage)
    onFailure(error)
  }
  return {
    exportAs: (format) => exportFile(format, list).catch(report),
    exportAll: (lists) => exportAllLists(lists, list.household).catch(report),
    async share() {
      const text = formatAsText(list)
      if (typeof navigator.share === 'function') {
        try {
          await navigator.share({ title: t`Shopping list`, text })
          return
        } catch (error) {
          // The user dismissed the share dialog.
          if (error instanceof DOMException && error.name === 'AbortError') return
        }
      }
      toast.done((await copyText(text)) ? t`Copied the list` : t`Couldn’t copy the list`)
    },
    print: () => window.print(),
  }
}

/** The list in print: names, quantities and checkboxes. Hidden on screen. */
export function PrintableList({ items }: { items: readonly ShoppingItem[] }) {
  const { show } = useItemAmount()
  const groups = [...Map.groupBy(items, ({ category }) => category)]
  return createPortal(
    <div className="print-sheet" aria-hidden="true">
      <p className="display text-2xl">
        <Trans>Shopping list</Trans>
      </p>
      <div className="mt-4 columns-2 gap-8">
        {groups.map(([category, rows]) => (
          <div key={category} className="mb-4 break-inside-avoid">
            <p className="font-semibold">{categoryLabel(category)}</p>
            {rows.map((item) => (
              <p key={item.id} className="flex gap-2">
                <span>{item.isChecked ? '☑' : '☐'}</span>
                <span className="flex-1">
                  {item.ingredientName}
                  {item.note ? <span className="block text-sm whitespace-pre-line">{item.note}</span> : null}
                </span>
                <span className="figures">{show(item)}</span>
              </p>
            ))}
          </div>
        ))}
      </div>
    </div>,
    document.body,
  )
}
