import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'

/** The foot of a list that comes in pages; nothing when there is no more. */
export function ShowMore({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  list: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => unknown }
}) {
  if (!hasNextPage) return null
  return (
    <div className="border-t border-line p-3 text-center">
      <Button variant="plain" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  )
}
