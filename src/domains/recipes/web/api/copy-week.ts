import { plural, t } from '@lingui/core/macro'
import { listNames } from '#platform/shared/list-names.ts'
import { callWithHeaders, errorMessage, urlOf } from '#platform/web/api/call.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { maxPlanned, type PlanEntry, putMealPlan } from '../../contract/index.ts'
import type { MealCopy } from '../../rules/copy-week.ts'
import { writeRecipes } from './index.ts'

function leftOutMessage(names: readonly string[]): string {
  const named = listNames(names)
  return plural(names.length, { one: `Left out ${named}, which was deleted`, other: `Left out ${named}, which were deleted` })
}

/** Copies meals to the next week. Says what is left out because it was deleted. Returns whether something may have been copied. */
export async function copyWeek(meals: readonly MealCopy[]): Promise<boolean> {
  const { household } = currentSession()
  const copies = meals.slice(0, maxPlanned).map(({ name, ...entry }) => ({ name, entry: { ...entry, id: newId() } }))
  if (copies.length === 0) {
    toast.done(t`Next week has these meals already`)
    return false
  }
  /** The names of those that a reply lacks. */
  const lackingIn = (reply: unknown): string[] => {
    const planned = new Set((reply as PlanEntry[] | undefined)?.map(({ id }) => id))
    return reply === undefined ? [] : [...new Set(copies.flatMap(({ name, entry }) => (planned.has(entry.id) ? [] : name)))]
  }
  const message = (reply: unknown) => {
    const lacking = lackingIn(reply)
    const count = reply === undefined ? copies.length : (reply as PlanEntry[]).length
    const copied = plural(count, { one: 'Copied # meal to next week', other: 'Copied # meals to next week' })
    return [...(count > 0 ? [copied] : []), ...(lacking.length > 0 ? [leftOutMessage(lacking)] : [])].join('. ')
  }
  const entries = copies.map(({ entry }) => entry)
  const body = { entries }
  try {
    const written = await writeRecipes({
      words: message(undefined),
      message,
      intent: { do: 'plan', entries },
      opposite: { do: 'unplan', entryIds: entries.map(({ id }) => id) },
      request: { method: 'PUT', address: urlOf(putMealPlan, {}), body },
      send: () => callWithHeaders(putMealPlan, { body, household }),
    })
    if (written.state === 'sent') return written.reply === undefined || (written.reply as PlanEntry[]).length > 0
    void written.ended.then((outcome) => {
      const lacking = outcome.state === 'sent' ? lackingIn(outcome.reply) : []
      if (lacking.length > 0) toast.fail(leftOutMessage(lacking))
    })
    return true
  } catch (error) {
    toast.fail(errorMessage(error, t`Failed to change the plan`))
    return false
  }
}
