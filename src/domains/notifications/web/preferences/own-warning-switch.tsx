import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { fetchFromServer, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Switch } from '#platform/web/ui/form-fields.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { getNotificationSettings, maxMutedIngredients } from '../../contract/channels.ts'
import { saveNotificationSettings } from '../api/save-settings.ts'

/** Turns a user's own messages about the dates of an ingredient off and on. Saved at once, apart from the form around it. */
export default function OwnWarningSwitch({ ingredient }: { ingredient: Ingredient }) {
  const { data: settings } = useEndpointQuery(getNotificationSettings, {})
  const [isSaving, setSaving] = useState(false)
  if (!settings) return null
  const save = async (isMuted: boolean) => {
    setSaving(true)
    try {
      const now = await fetchFromServer(getNotificationSettings, {})
      const others = now.mutedIngredients.filter((id) => id !== ingredient.id)
      // The oldest may be of a household that was left.
      const mutedIngredients = isMuted ? [...others, ingredient.id].slice(-maxMutedIngredients) : others
      await saveNotificationSettings({ ...now, mutedIngredients })
    } catch (error) {
      toast.fail(errorMessage(error, t`Couldn’t save that`))
    } finally {
      setSaving(false)
    }
  }
  return (
    <div className="border-t border-line pt-3">
      <Switch
        label={t`Never message me about its dates`}
        hint={t`Only for you: not in the bell, by push or by email. Saved at once.`}
        // A device may hold settings of an earlier release.
        checked={settings.mutedIngredients?.includes(ingredient.id) ?? false}
        disabled={isSaving}
        onChange={(event) => void save(event.target.checked)}
      />
    </div>
  )
}
