import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import type { Preferences } from '#domains/account/contract/index.ts'
import { isLanguage, languageNames, languages } from '#platform/shared/language.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { adoptLanguage, currentLocale } from '#platform/web/i18n/language.ts'
import { featuresNeedingHttps } from '#platform/web/session/secure-context.ts'
import { localState } from '#platform/web/session/session.ts'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useChangePreferences } from '../api/use-quantity-formatter.ts'
import { Choices } from './choice-row.tsx'

const icon = 'size-5 shrink-0'

export function Appearance() {
  const [theme, choose] = useState(currentTheme)
  const absent = featuresNeedingHttps()
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

/** Saved with the user, so it applies on every device and to mails. */
export function LanguageCard({ preferences }: { preferences: Preferences }) {
  const save = useChangePreferences()
  const choose = (value: string) => {
    const next = isLanguage(value) ? value : null
    save.mutate(({ language: _, ...others }) => (next ? { ...others, language: next } : others), {
      onSuccess: () => {
        if (adoptLanguage(next)) location.reload()
      },
    })
  }
  return (
    <Card className="space-y-3">
      <CardHeader title={t`Language`} />
      <Select
        label={t`Language`}
        hint={t`Applies to all your devices and to emails.`}
        value={preferences.language ?? ''}
        disabled={save.isPending}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{t`Same as browser`}</option>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </Select>
      {save.error ? <Notice tone="error">{errorMessage(save.error, t`Failed to update preferences`)}</Notice> : null}
    </Card>
  )
}

/** The theme of this device; `public/theme.js` applies it before the first paint. */
const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const isTheme = (text: string | null): text is Theme => themes.some((theme) => theme === text)

function currentTheme(): Theme {
  const kept = localState.read('theme')
  return isTheme(kept) ? kept : 'system'
}

function setTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') {
    localState.remove('theme')
    delete root.dataset.theme
  } else {
    localState.write('theme', theme)
    root.dataset.theme = theme
  }
}
