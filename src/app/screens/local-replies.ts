import { alertReplies } from '#domains/alerts/web/api/local-replies.ts'
import { dashboardReplies } from '#domains/dashboard/web/api/local-replies.ts'
import { dietReplies } from '#domains/diets/web/api/local-replies.ts'
import { forecastReplies } from '#domains/forecast/web/api/local-replies.ts'
import { householdReplies } from '#domains/households/web/api/local-replies.ts'
import { ingredientReplies } from '#domains/ingredients/web/api/local-replies.ts'
import { inventoryReplies } from '#domains/inventory/web/api/local-replies.ts'
import { labelReplies } from '#domains/labels/web/api/local-replies.ts'
import { notificationReplies } from '#domains/notifications/web/api/local-replies.ts'
import { placeReplies } from '#domains/places/web/api/local-replies.ts'
import { recipeReplies } from '#domains/recipes/web/api/local-replies.ts'
import { shoppingReplies } from '#domains/shopping/web/api/local-replies.ts'
import { storeReplies } from '#domains/stores/web/api/local-replies.ts'
import type { LocalReply } from '#platform/web/api/local-reply.ts'

/** What this device can reply to from its copy of the household. */
export const localReplies: readonly LocalReply[] = [
  ...householdReplies,
  ...storeReplies,
  ...ingredientReplies,
  ...dietReplies,
  ...placeReplies,
  ...inventoryReplies,
  ...forecastReplies,
  ...labelReplies,
  ...recipeReplies,
  ...shoppingReplies,
  ...alertReplies,
  ...notificationReplies,
  ...dashboardReplies,
]
