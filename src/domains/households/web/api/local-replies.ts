import { compareText } from '#platform/shared/local-tables.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { listMembers } from '../../contract/index.ts'
import { householdTable, memberTable } from '../../rules/local-household.ts'

export const householdReplies: readonly LocalReply[] = [
  localReply(listMembers, [householdTable, memberTable], (tables, { params }) => {
    if (!tables.get(householdTable, params.id)) return undefined
    const members = tables.rows(memberTable).map(({ id: _id, ...member }) => member)
    return members.sort((a, b) => compareText(a.joinedAt, b.joinedAt) || compareText(a.userId, b.userId))
  }),
]
