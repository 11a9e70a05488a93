import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { useIsOffline } from '#platform/web/sync/needs-server.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { Ingredient } from '../../contract/index.ts'
import { findLikelyDuplicates } from '../../rules/likely-duplicates.ts'
import { mergeWithUndo } from '../api/merge-with-undo.ts'

// Not deleted at sign-out: ids say nothing about a kitchen.
const storageKey = 'larder-kept-apart'
const maxRemembered = 200

function rememberedPairs(): string[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** Asks whether two ingredients with almost the same name are one, one pair at a time. Merges the newer into the older. */
export default function LikelyDuplicateNotice({ ingredients }: { ingredients: readonly Ingredient[] }) {
  const [keptApart, setKeptApart] = useState(rememberedPairs)
  const isOffline = useIsOffline()
  const pairs = useMemo(() => findLikelyDuplicates(ingredients), [ingredients])
  const pair = pairs.find((two) => !keptApart.includes(keyOf(two)))
  if (!pair || isOffline) return null
  const keepBoth = () => {
    const all = [...keptApart, keyOf(pair)].slice(-maxRemembered)
    setKeptApart(all)
    try {
      localStorage.setItem(storageKey, JSON.stringify(all))
    } catch {
      // Asked again once the page is reloaded.
    }
  }
  return <DuplicateQuestion key={keyOf(pair)} pair={pair} onKeepBoth={keepBoth} />
}

function DuplicateQuestion({ pair, onKeepBoth }: { pair: readonly [Ingredient, Ingredient]; onKeepBoth: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [kept, merged] = pair[0].createdAt <= pair[1].createdAt ? pair : [pair[1], pair[0]]
  const merge = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await mergeWithUndo(kept, merged)
    } catch (error) {
      setFailure(errorMessage(error, t`Couldn’t merge ${merged.name}`))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-[12rem] flex-1">
          <Trans>
            Are <strong>{kept.name}</strong> and <strong>{merged.name}</strong> the same?
          </Trans>{' '}
          {failure === null ? null : <span role="alert">{failure}</span>}
        </span>
        <span className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={onKeepBoth}>
            <Trans>Keep both</Trans>
          </Button>
          <Button busy={busy} busyLabel={t`Merging...`} onClick={() => void merge()}>
            <Trans>Merge</Trans>
          </Button>
        </span>
      </div>
    </Notice>
  )
}

const keyOf = ([one, other]: readonly [Ingredient, Ingredient]): string => `${one.id} ${other.id}`
