import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

// The shopping lists as task lists over CalDAV (RFC 4791, RFC 6578). The handlers read and write its XML and iCalendar text.

export const davHome = '/dav/'
/** The name of the default list's collection. Those of other lists are their ids. */
export const defaultTaskList = 'shopping'
export const davListPath = (list: string): string => `${davHome}${encodeURIComponent(list)}/`

const ListParams = z.object({ list: z.string().max(100) }).strict()
const TaskParams = ListParams.extend({ task: z.string().max(200) })
/** A program that has no change of several tasks at once sends one request each. */
const look = { auth: 'app-password', media: 'dav', mode: 'read', perMinute: 600 } as const
const change = { auth: 'app-password', media: 'dav', mode: 'write', role: 'MEMBER', perMinute: 300 } as const

export const davOptions = endpoint({ ...look, method: 'OPTIONS', path: davHome, summary: 'What CalDAV can do here' })
export const davFind = endpoint({ ...look, method: 'PROPFIND', path: davHome, summary: 'Properties of the user and their task lists' })

export const davRefuseHomeProperties = endpoint({
  ...look,
  method: 'PROPPATCH',
  path: davHome,
  summary: 'Refuses to change the user’s properties',
})
export const davReportHome = endpoint({
  ...look,
  method: 'REPORT',
  path: davHome,
  summary: 'Finds no other people; tasks are reported by their list',
})

export const davListOptions = endpoint({
  ...look,
  method: 'OPTIONS',
  path: `${davHome}{list}/`,
  summary: 'What CalDAV can do with a list',
  params: ListParams,
})
export const davFindList = endpoint({
  ...look,
  method: 'PROPFIND',
  path: `${davHome}{list}/`,
  summary: 'Properties of a list and its tasks',
  params: ListParams,
})
export const davRefuseProperties = endpoint({
  ...look,
  method: 'PROPPATCH',
  path: `${davHome}{list}/`,
  summary: 'Refuses to change a list’s properties',
  params: ListParams,
})
export const davReport = endpoint({
  ...look,
  method: 'REPORT',
  path: `${davHome}{list}/`,
  summary: 'Tasks by filter, by name, or changed since a sync token',
  params: ListParams,
})

const listAccess = { ...look, path: `${davHome}{list}/`, params: ListParams } as const
export const davRefuseCalendar = endpoint({ ...listAccess, method: 'MKCALENDAR', summary: 'Refuses to create a list' })
export const davRefuseCollection = endpoint({ ...listAccess, method: 'MKCOL', summary: 'Refuses to create a list' })
export const davRefuseRemoval = endpoint({ ...listAccess, method: 'DELETE', summary: 'Refuses to remove a list' })

export const davTaskOptions = endpoint({
  ...look,
  method: 'OPTIONS',
  path: `${davHome}{list}/{task}`,
  summary: 'What CalDAV can do with a task',
  params: TaskParams,
})
export const davFindTask = endpoint({
  ...look,
  method: 'PROPFIND',
  path: `${davHome}{list}/{task}`,
  summary: 'Properties of a task',
  params: TaskParams,
})
export const davGetTask = endpoint({
  ...look,
  method: 'GET',
  path: `${davHome}{list}/{task}`,
  summary: 'A row of the list as a task',
  params: TaskParams,
})
export const davHeadTask = endpoint({
  ...look,
  method: 'HEAD',
  path: `${davHome}{list}/{task}`,
  summary: 'Whether a task is there, and its version',
  params: TaskParams,
})
export const davPutTask = endpoint({
  ...change,
  method: 'PUT',
  path: `${davHome}{list}/{task}`,
  summary: 'Add or change a task, conditionally with If-Match or If-None-Match',
  params: TaskParams,
})
export const davDeleteTask = endpoint({
  ...change,
  method: 'DELETE',
  path: `${davHome}{list}/{task}`,
  summary: 'Remove a task, conditionally with If-Match',
  params: TaskParams,
})

const discover = { auth: 'public', media: 'dav', mode: 'read', perMinute: 60, summary: 'Redirects to the task lists' } as const
export const davDiscover = endpoint({ ...discover, method: 'GET', path: '/.well-known/caldav' })
export const davDiscoverProperties = endpoint({ ...discover, method: 'PROPFIND', path: '/.well-known/caldav' })
// People enter the server’s address without its path.
export const davDiscoverAtRoot = endpoint({ ...discover, method: 'PROPFIND', path: '/' })
export const davDiscoverWithoutSlash = endpoint({ ...discover, method: 'PROPFIND', path: '/dav' })
