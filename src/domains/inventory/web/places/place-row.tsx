import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, ClipboardCheck, Ellipsis, FolderInput, ListChecks, Pencil, QrCode, Trash2 } from 'lucide-react'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { storageWords } from '#domains/ingredients/web/index.ts'
import type { ListedPlace } from '#domains/places/rules/list-places.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/menu.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { PlaceGlyph } from './place-glyph.tsx'

export type PlaceAction = 'edit' | 'move-all' | 'remove'

interface RowProps {
  listed: ListedPlace
  /** Null for viewers. */
  onAct: ((action: PlaceAction) => void) | null
  /** Set while the places are being arranged. `by` is a number of rows. */
  arranging: { isFirst: boolean; isLast: boolean; onMove: (by: number) => void } | null
}

/** One place with its picture and number of items, and what can be done with it. */
export function PlaceRow({ listed, onAct, arranging }: RowProps) {
  const { name, storage, count, locations } = listed
  const shown = translateLocation(name)
  const [location = name] = locations
  const isNamedAsStorage = storage !== null && storageWords[storage] === shown
  const facts = [
    ...(storage === null || isNamedAsStorage ? [] : [storageWords[storage]]),
    count === 0 ? t`Empty` : plural(count, { one: '# item', other: '# items' }),
  ].join(' · ')
  return (
    <li className="flex items-center gap-1">
      <Link
        to="/inventory"
        search={{ location }}
        className="flex min-h-16 min-w-0 flex-1 items-center gap-3 rounded-tile px-2 py-2 text-ink no-underline hover:bg-hover"
      >
        <PlaceGlyph listed={listed} />
        <span className="min-w-0">
          <span className="display block text-lg leading-snug wrap-anywhere">{shown}</span>
          <span className="figures block text-sm text-ink-soft">{facts}</span>
        </span>
      </Link>
      {arranging ? (
        <>
          <IconButton
            label={t`Move ${shown} up`}
            icon={<ArrowUp aria-hidden="true" />}
            onClick={() => arranging.onMove(-1)}
            className={arranging.isFirst ? 'invisible' : ''}
          />
          <IconButton
            label={t`Move ${shown} down`}
            icon={<ArrowDown aria-hidden="true" />}
            onClick={() => arranging.onMove(1)}
            className={arranging.isLast ? 'invisible' : ''}
          />
        </>
      ) : onAct ? (
        <PlaceMenu listed={listed} onAct={onAct} />
      ) : null}
    </li>
  )
}

function PlaceMenu({ listed: { name, count, locations }, onAct }: { listed: ListedPlace; onAct: (action: PlaceAction) => void }) {
  const [location = name] = locations
  return (
    <Menu trigger={<IconButton label={t`More for ${translateLocation(name)}`} icon={<Ellipsis aria-hidden="true" />} />}>
      <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onAct('edit')}>
        <Trans>Edit place</Trans>
      </MenuItem>
      {count > 0 ? (
        <>
          <MenuItem icon={<FolderInput aria-hidden="true" />} onSelect={() => onAct('move-all')}>
            <Trans>Move everything</Trans>
          </MenuItem>
          <MenuItem icon={<ListChecks aria-hidden="true" />} render={<Link to="/inventory" search={{ location }} />}>
            <Trans>Show items</Trans>
          </MenuItem>
          <MenuItem icon={<ClipboardCheck aria-hidden="true" />} render={<Link to="/inventory" search={{ check: location }} />}>
            <Trans>Shelf check</Trans>
          </MenuItem>
        </>
      ) : null}
      <MenuItem icon={<QrCode aria-hidden="true" />} render={<Link to="/labels" />}>
        <Trans>Labels</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={() => onAct('remove')}>
        <Trans>Remove</Trans>
      </MenuItem>
    </Menu>
  )
}
