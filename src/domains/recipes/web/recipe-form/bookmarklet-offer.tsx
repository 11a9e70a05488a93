import { t } from '@lingui/core/macro'
import { Bookmark } from 'lucide-react'
import { useCallback } from 'react'
import { toast } from '#platform/web/ui/toast.tsx'
import { bookmarkletFor } from './bookmarklet.ts'

/** A link to drag to the bookmarks bar. Where there is no mouse, other apps share pages instead. */
export function BookmarkletOffer() {
  // React refuses such addresses, since it can't know that this one isn't from outside.
  const setAddress = useCallback((link: HTMLAnchorElement | null) => link?.setAttribute('href', bookmarkletFor(location.origin)), [])
  return (
    <div className="hidden space-y-2 pointer-fine:block">
      <p className="text-sm text-ink-soft">
        {t`If a site doesn’t let Larder in, drag this to your bookmarks bar. Then open the recipe in your browser and click it there.`}
      </p>
      <a
        ref={setAddress}
        href="/recipes"
        draggable
        onClick={(event) => {
          event.preventDefault()
          toast.done(t`Drag it to your bookmarks bar.`)
        }}
        className="inline-flex min-h-11 cursor-grab items-center gap-2 rounded-control border border-edge bg-card px-4 font-semibold text-ink no-underline hover:bg-hover"
      >
        <Bookmark aria-hidden="true" className="size-5" /> {t`Save to Larder`}
      </a>
    </div>
  )
}
