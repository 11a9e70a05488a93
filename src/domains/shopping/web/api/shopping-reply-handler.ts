import type { ReplyHandler } from '#platform/web/sync/sender.ts'
import { intentAfterRefusal, intentAfterReply } from '../../rules/list-intent.ts'

export const shoppingReplyHandler: ReplyHandler = { answered: intentAfterReply, settled: intentAfterRefusal }
