import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  ArrowDownUp,
  Ellipsis,
  FileSpreadsheet,
  FileText,
  Layers,
  Link2,
  ListPlus,
  Printer,
  Repeat,
  Share2,
  ShoppingBasket,
  Sparkles,
  Store,
  Truck,
} from 'lucide-react'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/menu.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import { useNamedLists } from '../api/chosen-list.ts'
import type { ShareActions } from '../send-list/share-list.tsx'

interface ActionsProps {
  hasRows: boolean
  actions: ShareActions
  canEdit: boolean
  isGenerating: boolean
  /** Null on a list that isn't generated. */
  onGenerate: (() => void) | null
  onInstacart: () => void
  onAddToInstacart: () => void
  onAisles: () => void
  onStores: () => void
  onGuests: () => void
  onLists: () => void
  onBundles: () => void
  onRecurring: () => void
}

/** The list's actions; the rare ones are in a menu. */
export function ListActions({
  hasRows,
  actions,
  canEdit,
  isGenerating,
  onGenerate,
  onInstacart,
  onAddToInstacart,
  onAisles,
  onStores,
  onGuests,
  onLists,
  onBundles,
  onRecurring,
}: ActionsProps) {
  const isWide = useIsWide()
  const lists = useNamedLists()
  const hasLists = lists.length > 0
  const isInMenu = !isWide && hasRows && !isGenerating
  return (
    <>
      {canEdit && onGenerate && !isInMenu ? (
        <Button
          variant="quiet"
          className="max-sm:px-2! max-sm:py-1! max-sm:text-sm"
          icon={<Sparkles aria-hidden="true" className="size-5 max-sm:hidden" />}
          busy={isGenerating}
          busyLabel={t`Generating...`}
          onClick={onGenerate}
        >
          <Trans>Generate List</Trans>
        </Button>
      ) : null}
      {hasRows && (isWide || !isGenerating) ? (
        <Link to="/shop" className={buttonClass('primary', 'whitespace-nowrap max-sm:px-2! max-sm:py-1! max-sm:text-[0.8125rem]')}>
          <ShoppingBasket aria-hidden="true" className="size-5 max-sm:hidden" />
          <Trans>Start shopping</Trans>
        </Link>
      ) : null}
      <Menu trigger={<IconButton variant="quiet" label={t`More`} icon={<Ellipsis aria-hidden="true" />} />}>
        {canEdit && onGenerate && isInMenu ? (
          <MenuItem icon={<Sparkles aria-hidden="true" />} onSelect={onGenerate}>
            <Trans>Generate List</Trans>
          </MenuItem>
        ) : null}
        {canEdit ? (
          <MenuItem icon={<Truck aria-hidden="true" />} onSelect={onAddToInstacart}>
            <Trans>Add to Instacart</Trans>
          </MenuItem>
        ) : null}
        <MenuItem icon={<Truck aria-hidden="true" />} onSelect={onInstacart}>
          <Trans>Instacart</Trans>
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<FileSpreadsheet aria-hidden="true" />} onSelect={() => void actions.exportAs('csv')}>
          <Trans>Export CSV</Trans>
        </MenuItem>
        {lists.some(({ isArchived }) => !isArchived) ? (
          <MenuItem icon={<FileSpreadsheet aria-hidden="true" />} onSelect={() => void actions.exportAll(lists)}>
            <Trans>Export all lists (CSV)</Trans>
          </MenuItem>
        ) : null}
        <MenuItem icon={<FileText aria-hidden="true" />} onSelect={() => void actions.exportAs('text')}>
          <Trans>Export Text</Trans>
        </MenuItem>
        <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={() => void actions.share()}>
          <Trans>Share</Trans>
        </MenuItem>
        {canEdit ? (
          <MenuItem icon={<Link2 aria-hidden="true" />} onSelect={onGuests}>
            <Trans>Guest link</Trans>
          </MenuItem>
        ) : null}
        <MenuItem icon={<Printer aria-hidden="true" />} onSelect={() => setTimeout(actions.print, 150)}>
          <Trans>Print</Trans>
        </MenuItem>
        {canEdit ? (
          <MenuItem icon={<ArrowDownUp aria-hidden="true" />} onSelect={onAisles}>
            <Trans>Aisle order</Trans>
          </MenuItem>
        ) : null}
        <MenuItem icon={<Repeat aria-hidden="true" />} onSelect={onRecurring}>
          <Trans>Repeating items</Trans>
        </MenuItem>
        {canEdit ? (
          <MenuItem icon={<ListPlus aria-hidden="true" />} onSelect={onLists}>
            {hasLists ? <Trans>Lists</Trans> : <Trans>New list</Trans>}
          </MenuItem>
        ) : null}
        {canEdit ? (
          <MenuItem icon={<Layers aria-hidden="true" />} onSelect={onBundles}>
            <Trans>Bundles</Trans>
          </MenuItem>
        ) : null}
        {canEdit ? (
          <MenuItem icon={<Store aria-hidden="true" />} onSelect={onStores}>
            <Trans>Stores</Trans>
          </MenuItem>
        ) : null}
      </Menu>
    </>
  )
}
