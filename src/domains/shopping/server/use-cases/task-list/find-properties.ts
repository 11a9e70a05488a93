import type { HouseholdViews } from '#domains/households/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { RawResponse } from '#platform/server/endpoints/serialize.ts'
import { readHead } from '#platform/server/sync/read-sync.ts'
import { notFound } from '#platform/shared/problem.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import { davHome, davListPath } from '../../../contract/tasks.ts'
import { escapeXml } from '../../../rules/dav-xml.ts'
import { listTasks, type TaskRow } from '../../store/tasks.ts'
import { type DavRequest, readXml, wantedProperties } from './dav-request.ts'
import { type DavResource, multiStatus, type Properties } from './dav-response.ts'
import { etagOf, findTask, findTaskList, isTaskOf, listTaskLists, type TaskList, taskPath, taskText } from './task-resource.ts'

const dav = (name: string) => `DAV: ${name}`
const caldav = (name: string) => `urn:ietf:params:xml:ns:caldav ${name}`
const href = (path: string) => `<D:href>${escapeXml(path)}</D:href>`

const ownerProperties = { [dav('current-user-principal')]: href(davHome), [dav('owner')]: href(davHome) }

function privileges({ role }: Member): string {
  const names = isRoleAtLeast(role, 'MEMBER') ? ['read', 'write', 'write-content', 'bind', 'unbind'] : ['read']
  return [...names, 'read-current-user-privilege-set'].map((name) => `<D:privilege><D:${name}/></D:privilege>`).join('')
}

const homeProperties = (member: Member): Properties => ({
  ...ownerProperties,
  [dav('resourcetype')]: '<D:collection/><D:principal/>',
  [dav('displayname')]: 'Larder',
  [dav('principal-URL')]: href(davHome),
  [dav('principal-collection-set')]: href(davHome),
  [dav('current-user-privilege-set')]: privileges({ ...member, role: 'VIEWER' }),
  [caldav('calendar-home-set')]: href(davHome),
  [caldav('calendar-user-address-set')]: href(davHome),
})

/** The end of the change log, as a token that is a URI. */
export const syncToken = ({ epoch, seq }: { epoch: string; seq: number }): string => `urn:larder:${epoch}:${seq}`

const reports = ['<C:calendar-query/>', '<C:calendar-multiget/>', '<D:sync-collection/>']
  .map((report) => `<D:supported-report><D:report>${report}</D:report></D:supported-report>`)
  .join('')

export const maxTaskBytes = 65_536

/** Returns a function that returns the properties of a list. */
async function listPropertiesOf(q: Reader, member: Member): Promise<(list: TaskList) => Properties> {
  const head = await readHead(q, member.householdId)
  if (!head) throw notFound()
  const household = await q
    .on<HouseholdViews>()
    .selectFrom('households')
    .select('name')
    .where('id', '=', member.householdId)
    .executeTakeFirst()
  const householdName = household?.name ?? ''
  return ({ title }) => ({
    ...ownerProperties,
    [dav('resourcetype')]: '<D:collection/><C:calendar/>',
    [dav('displayname')]: escapeXml(title === null ? say`Shopping list, ${householdName}` : `${title}, ${householdName}`),
    [dav('current-user-privilege-set')]: privileges(member),
    [dav('supported-report-set')]: reports,
    [dav('sync-token')]: syncToken(head),
    ['http://calendarserver.org/ns/ getctag']: syncToken(head),
    [caldav('supported-calendar-component-set')]: '<C:comp name="VTODO"/>',
    [caldav('supported-calendar-data')]: '<C:calendar-data content-type="text/calendar" version="2.0"/>',
    [caldav('max-resource-size')]: String(maxTaskBytes),
  })
}

export const taskType = 'text/calendar; charset=utf-8; component=VTODO'

/** Returns the properties of a task. `withData` also its text. */
export const taskProperties = (row: TaskRow, withData: boolean): Properties => ({
  ...ownerProperties,
  [dav('resourcetype')]: '',
  [dav('getetag')]: escapeXml(etagOf(row)),
  [dav('getcontenttype')]: taskType,
  [dav('getlastmodified')]: new Date(row.updated_at).toUTCString(),
  ...(withData ? { [caldav('calendar-data')]: escapeXml(taskText(row)) } : {}),
})

export const toResource = (list: TaskList, row: TaskRow, wanted: readonly string[] | null): DavResource => ({
  href: taskPath(list, row),
  properties: taskProperties(row, wanted?.includes(caldav('calendar-data')) ?? false),
  wanted,
})

const wantedBy = ({ text }: DavRequest) => (text.trim() === '' ? null : wantedProperties(readXml(text)))

/** Returns the properties of the user, and of their lists. */
export async function findHomeProperties(q: Reader, member: Member, request: DavRequest): Promise<RawResponse> {
  const wanted = wantedBy(request)
  const home: DavResource = { href: davHome, properties: homeProperties(member), wanted }
  if (!request.isDeep) return multiStatus([home])
  const [lists, propertiesOf] = [await listTaskLists(q, member.householdId), await listPropertiesOf(q, member)]
  return multiStatus([home, ...lists.map((list) => ({ href: davListPath(list.name), properties: propertiesOf(list), wanted }))])
}

/** Returns the properties of a list, and of its tasks. Throws 404. */
export async function findListProperties(q: Reader, member: Member, name: string, request: DavRequest): Promise<RawResponse> {
  const [list, wanted] = [await findTaskList(q, member.householdId, name), wantedBy(request)]
  const whole: DavResource = { href: davListPath(name), properties: (await listPropertiesOf(q, member))(list), wanted }
  const rows = request.isDeep ? await listTasks(q, member.householdId, list.listId) : []
  return multiStatus(
    (function* () {
      yield whole
      for (const row of rows) yield toResource(list, row, wanted)
    })(),
  )
}

/** Returns the properties of a task. Throws 404. */
export async function findTaskProperties(
  q: Reader,
  { householdId }: Member,
  { list, task }: { list: string; task: string },
  request: DavRequest,
): Promise<RawResponse> {
  const [collection, row] = [await findTaskList(q, householdId, list), await findTask(q, householdId, task)]
  if (!isTaskOf(collection, row)) throw notFound()
  return multiStatus([toResource(collection, row, wantedBy(request))])
}
