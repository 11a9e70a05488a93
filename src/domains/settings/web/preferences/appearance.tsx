import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { needsHttps } from '#platform/web/session/device.ts'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { currentTheme, setTheme } from '#platform/web/ui/theme.ts'
import { Choices } from './choices.tsx'

const icon = 'size-5 shrink-0'

export function Appearance() {
  const [theme, choose] = useState(currentTheme)
  const absent = needsHttps()
  const listed = new Intl.ListFormat(currentLocale()).format(absent)
  return (
    <>
      <Card className="space-y-3">
        <CardHeader title={t`Appearance`} />
        <Choices
          label={t`Theme on this device`}
          value={theme}
          onChange={(next) => {
            setTheme(next)
            choose(next)
          }}
          choices={[
            { value: 'system', label: t`System`, icon: <Monitor aria-hidden="true" className={icon} /> },
            { value: 'light', label: t`Light`, icon: <Sun aria-hidden="true" className={icon} /> },
            { value: 'dark', label: t`Dark`, icon: <Moon aria-hidden="true" className={icon} /> },
          ]}
        />
      </Card>
      {absent.length > 0 ? (
        <Notice tone="soon">
          <Trans>This address uses plain HTTP, so {listed} aren’t available. They work over HTTPS.</Trans>
        </Notice>
      ) : null}
    </>
  )
}
