import { t } from '@lingui/core/macro'
import { download, errorMessage } from '#platform/web/api/call.ts'
import { saveFile } from '#platform/web/api/save-file.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { exportRecipes } from '../../contract/index.ts'

/** Saves all recipes as a zip. */
export async function saveAllRecipes(): Promise<void> {
  try {
    const { household } = currentSession()
    saveFile(await download(exportRecipes, { household }), 'larder-recipes.zip')
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to download the recipes`))
  }
}
