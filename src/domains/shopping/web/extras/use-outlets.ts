import { t } from '@lingui/core/macro'
import { copyText } from '#platform/web/session/device.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { asText, exportFile } from '../api/queries.ts'
import type { ListNow } from '../api/use-list.ts'

export const exportFailed = t`Failed to export shopping list`

/** The ways the list leaves this screen. */
export interface Outlets {
  exportAs(format: 'csv' | 'text'): Promise<void>
  share(): Promise<void>
  print(): void
}

export function outletsOf(list: ListNow, onFailure: (error: unknown) => void): Outlets {
  return {
    async exportAs(format) {
      try {
        await exportFile(format, list)
      } catch (error) {
        console.error(exportFailed)
        onFailure(error)
      }
    },
    async share() {
      const text = asText(list)
      if (typeof navigator.share === 'function') {
        try {
          await navigator.share({ title: t`Shopping list`, text })
          return
        } catch (error) {
          // Put away by the person: that is an answer, too.
          if (error instanceof DOMException && error.name === 'AbortError') return
        }
      }
      toast.done((await copyText(text)) ? t`Copied the list` : t`Couldn’t copy the list`)
    },
    print: () => window.print(),
  }
}
