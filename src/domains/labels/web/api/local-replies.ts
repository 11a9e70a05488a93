import { lotTable } from '#domains/inventory/rules/local-lots.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { listLabels } from '../../contract.ts'
import { labelTable, localLabels } from '../../rules/local-labels.ts'

export const labelReplies: readonly LocalReply[] = [localReply(listLabels, [labelTable, lotTable], (tables) => localLabels(tables))]
