import { t } from '@lingui/core/macro'
import type { Preferences } from '#domains/account/contract/index.ts'
import { isLanguage, languageNames, languages } from '#platform/shared/language.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { adoptLanguage } from '#platform/web/i18n/language.ts'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Select } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useChangePreferences } from '../api/index.ts'

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
