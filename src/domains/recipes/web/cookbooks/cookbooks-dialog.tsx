import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, BookOpen, Ellipsis, FileDown, Share2, Trash2 } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { NameOfRow } from '#platform/web/ui/named-things.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { Cookbook } from '../../contract/index.ts'
import {
  addCookbook,
  arrangeCookbooks,
  createCookbookLink,
  endCookbookLink,
  removeCookbook,
  renameCookbook,
  saveCookbook,
  useCookbookLinks,
  useCookbookQuery,
} from '../api/cookbooks.ts'
import { ShareDialog } from '../recipe-sheet/share-dialog.tsx'
import { NewCookbook } from './new-cookbook.tsx'

interface Props {
  mayChange: boolean
  /** Shows a cookbook's recipes. */
  onShow: (id: string) => void
  onClose: () => void
}

/** The household's cookbooks: creates, renames, arranges, shares and deletes them. */
export function CookbooksDialog({ mayChange, onShow, onClose }: Props) {
  const { data: cookbooks, error, isFetching, refetch } = useCookbookQuery()
  const [failure, setFailure] = useState<unknown>(null)
  const [shared, setShared] = useState<Cookbook | null>(null)
  const attempt = (work: () => Promise<unknown>) => {
    setFailure(null)
    void work().catch(setFailure)
  }
  const move = (at: number, by: number) => {
    const next = [...(cookbooks ?? [])]
    const [moved] = next.splice(at, 1)
    if (!moved) return
    next.splice(at + by, 0, moved)
    attempt(() => arrangeCookbooks(next))
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Cookbooks`} size="small">
      {cookbooks ? (
        <div className="space-y-4">
          {cookbooks.length > 0 ? (
            <ol className="divide-y divide-line rounded-card border border-line">
              {cookbooks.map((cookbook, at) => (
                <CookbookRow
                  key={cookbook.id}
                  cookbook={cookbook}
                  mayChange={mayChange}
                  onShow={() => onShow(cookbook.id)}
                  onRename={(name) => attempt(() => renameCookbook(cookbook, name))}
                  onUp={at > 0 ? () => move(at, -1) : null}
                  onDown={at < cookbooks.length - 1 ? () => move(at, 1) : null}
                  onShare={() => setShared(cookbook)}
                  onRemove={() => attempt(() => removeCookbook(cookbook))}
                />
              ))}
            </ol>
          ) : (
            <EmptyState icon={BookOpen} title={t`No cookbooks yet`}>
              {mayChange ? (
                <Trans>Collect recipes for weeknights, baking or guests. A recipe can be in several.</Trans>
              ) : (
                <Trans>Cookbooks that members create appear here.</Trans>
              )}
            </EmptyState>
          )}
          {mayChange ? <NewCookbook count={cookbooks.length} onAdd={(name) => attempt(() => addCookbook(name))} /> : null}
          {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t save the cookbook`)}</Notice>}
          {shared === null ? null : (
            <ShareDialog
              name={shared.name}
              description={t`Anyone with the link can read the recipes in this cookbook without an account, and import them into their app. They see neither your notes nor anything else of your household.`}
              label={t`Link to this cookbook`}
              links={{ id: shared.id, use: useCookbookLinks, create: createCookbookLink, end: endCookbookLink }}
              onClose={() => setShared(null)}
            />
          )}
        </div>
      ) : error ? (
        <ErrorState error={error} title={t`Failed to load the cookbooks`} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  )
}

interface RowProps {
  cookbook: Cookbook
  mayChange: boolean
  onShow: () => void
  onRename: (name: string) => void
  onUp: (() => void) | null
  onDown: (() => void) | null
  onShare: () => void
  onRemove: () => void
}

/** Focuses the other arrow of a row when the one in use disappears because the row is first or last. */
function useKeepFocus(
  up: RefObject<HTMLButtonElement | null>,
  down: RefObject<HTMLButtonElement | null>,
  isFirst: boolean,
  isLast: boolean,
) {
  useLayoutEffect(() => {
    if (isFirst && document.activeElement === up.current) down.current?.focus()
    if (isLast && document.activeElement === down.current) up.current?.focus()
  }, [up, down, isFirst, isLast])
}

function CookbookRow({ cookbook, mayChange, onShow, onRename, onUp, onDown, onShare, onRemove }: RowProps) {
  const { name, recipeIds } = cookbook
  const [up, down] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  useKeepFocus(up, down, onUp === null && onDown !== null, onDown === null && onUp !== null)
  const count = plural(recipeIds.length, { one: '# recipe', other: '# recipes' })
  return (
    <li className="space-y-1 px-2 py-2">
      {mayChange ? (
        <div className="flex items-center gap-1">
          <NameOfRow name={name} onRename={onRename} />
          <IconButton
            ref={up}
            label={t`Move ${name} up`}
            icon={<ArrowUp aria-hidden="true" />}
            onClick={() => onUp?.()}
            className={onUp ? '' : 'invisible'}
          />
          <IconButton
            ref={down}
            label={t`Move ${name} down`}
            icon={<ArrowDown aria-hidden="true" />}
            onClick={() => onDown?.()}
            className={onDown ? '' : 'invisible'}
          />
        </div>
      ) : (
        <p className="display px-1 text-lg wrap-anywhere">{name}</p>
      )}
      <div className="flex items-center justify-between gap-2">
        <Button variant="plain" aria-label={t`${name}: show ${count}`} onClick={onShow}>
          {count}
        </Button>
        <Menu trigger={<IconButton label={t`More for ${name}`} icon={<Ellipsis aria-hidden="true" />} />} align="end">
          {mayChange ? (
            <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={onShare}>
              {t`Share a link`}
            </MenuItem>
          ) : null}
          <MenuItem icon={<FileDown aria-hidden="true" />} onSelect={() => void saveCookbook(cookbook)}>
            {t`Download recipes`}
          </MenuItem>
          {mayChange ? (
            <MenuItem icon={<Trash2 aria-hidden="true" />} danger onSelect={onRemove}>
              {t`Delete`}
            </MenuItem>
          ) : null}
        </Menu>
      </div>
    </li>
  )
}
