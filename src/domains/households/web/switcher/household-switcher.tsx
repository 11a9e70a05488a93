import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ChevronsUpDown } from 'lucide-react'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { setActiveHousehold } from '#platform/web/session/session.ts'
import { roleLabels, roleStyles } from '#platform/web/ui/badge.tsx'
import { Menu, MenuChoice, MenuChoices } from '#platform/web/ui/menu.tsx'
import type { Household } from '../../contract/index.ts'
import { useActiveHousehold, useHouseholds } from '../api/index.ts'

function RoleLine({ role }: Pick<Household, 'role'>) {
  const { icon: Icon, ink } = roleStyles[role]
  return (
    <span className={clsx('flex items-center gap-1 text-xs leading-tight font-semibold', ink)}>
      <Icon aria-hidden="true" className="size-3.5! shrink-0" strokeWidth={2.4} />
      {roleLabels[role].toLocaleUpperCase(currentLocale())}
    </span>
  )
}

/** Selects the active household. Hidden if there is only one. */
export function HouseholdSwitcher({ onSwitched }: { onSwitched?: () => void }) {
  const households = useHouseholds().data ?? []
  const active = useActiveHousehold()
  if (households.length <= 1) return null
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex min-h-11 max-w-full min-w-0 items-center gap-2 overflow-hidden rounded-control border border-line bg-card px-3 py-1 text-start hover:bg-hover"
        >
          <span className="min-w-0">
            <span className="sr-only">
              <Trans>Switch household. Current: </Trans>
            </span>
            <span className="block truncate text-sm leading-tight font-semibold">{active?.name ?? t`Choose a household`}</span>
            {active ? <RoleLine role={active.role} /> : null}
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
        </button>
      }
    >
      <MenuChoices
        value={active?.id ?? null}
        onChoose={(id) => {
          setActiveHousehold(id)
          onSwitched?.()
        }}
      >
        {households.map((household) => (
          <MenuChoice key={household.id} value={household.id}>
            <span className="block truncate leading-tight font-medium">{household.name}</span>
            <RoleLine role={household.role} />
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  )
}
