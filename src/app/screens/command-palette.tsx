import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { LogOut, Plus, UsersRound } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { signOut } from '#domains/account/web/index.ts'
import { useActiveHouseholdId, useHouseholds } from '#domains/households/web/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { setActiveHousehold } from '#platform/web/session/session.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { inputClass } from '#platform/web/ui/form-fields.tsx'
import { useScrollIntoView } from '#platform/web/ui/use-scroll-into-view.ts'
import { useDestinationGroups } from './use-destination-groups.ts'
import { type Command, usePaletteMatches } from './use-palette-matches.ts'

/** Finds pages, commands and everything of the household. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const households = useHouseholds().data ?? []
  const here = useActiveHouseholdId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const box = useRef<HTMLInputElement>(null)
  const listId = useId()

  const groups = useDestinationGroups(true)
  const commands: Command[] = [
    ...groups.flatMap(({ destinations }) =>
      destinations.map(({ to, label, icon }) => ({ key: to, words: label, icon, run: () => navigate({ to }) })),
    ),
    { key: 'add', words: t`Add an item`, icon: Plus, run: () => navigate({ to: '/inventory/add' }) },
    ...households
      .filter(({ id }) => id !== here)
      .map(({ id, name }) => ({
        key: id,
        words: t`Switch to ${name}`,
        icon: UsersRound,
        run: () => {
          setActiveHousehold(id)
          navigate({ to: '/inventory' })
        },
      })),
    { key: 'logout', words: t`Logout`, icon: LogOut, run: () => void signOut() },
  ]
  const wanted = nameKey(text)
  const matches = usePaletteMatches(text)
  const found = [...commands.filter(({ words }) => nameKey(words).includes(wanted)), ...matches]
  const chosen = Math.min(at, found.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const idOf = (index: number) => `${listId}-${index}`
  const active = found.length > 0 ? idOf(chosen) : undefined
  useScrollIntoView(active)

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t`Search`} size="small" initialFocus={box}>
      <input
        ref={box}
        role="combobox"
        aria-label={t`Go to or search…`}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={active}
        placeholder={t`Go to or search…`}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
          if (step !== 0) {
            event.preventDefault()
            setAt((chosen + step + found.length) % Math.max(1, found.length))
          } else if (event.key === 'Enter') {
            event.preventDefault()
            run(found[chosen])
          }
        }}
        className={inputClass}
      />
      <div id={listId} role="listbox" aria-label={t`Commands`} className="mt-2 -mx-2 max-h-80 overflow-y-auto">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the box, which moves the active option
          <div
            key={command.key}
            id={idOf(index)}
            role="option"
            aria-selected={index === chosen}
            onClick={() => run(command)}
            className={clsx(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 font-medium hover:bg-hover',
              index === chosen && 'bg-herb-soft text-herb-ink',
            )}
          >
            <command.icon aria-hidden="true" className="size-5 shrink-0" />
            {command.words}
          </div>
        ))}
        {found.length === 0 ? (
          <p className="px-3 py-4 text-ink-soft">
            <Trans>No matches.</Trans>
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
