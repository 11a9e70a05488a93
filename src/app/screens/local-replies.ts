import { inventoryReplies } from '#domains/inventory/web/api/local-replies.ts'
import type { LocalReply } from '#platform/web/api/local-reply.ts'

/** What this device can reply to from its copy of the household. */
export const localReplies: readonly LocalReply[] = [...inventoryReplies]
