import { useEffect } from 'react'
import { call, download, upload } from '#platform/web/api/call.ts'
import {
  cache,
  endpointQuery,
  invalidate,
  keyOf,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useReply,
  useSend,
} from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import * as contract from '../contract.ts'

const reads = [contract.listImports, contract.getImport, contract.listImportRows] as const
const busyMs = 700

export const isUnderWay = (made: Pick<contract.Import, 'state'> | undefined) => made?.state === 'running' || made?.state === 'undoing'

/** The household's imports; another admin's, too, as they go. */
export function useImports() {
  useEffect(
    () =>
      onEvent({}, ({ event }) => {
        if (event.startsWith('import.')) void invalidate(...reads)
      }),
    [],
  )
  return useReply(contract.listImports, {})
}

/** One import, asked again and again while it is under way. */
export function useImport(importId: string | null) {
  const question = endpointQuery(contract.getImport, { params: { importId: importId ?? '' } })
  return useQuery({
    ...question,
    enabled: question.enabled !== false && importId !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? busyMs : false),
  })
}

const pageSize = 50

/** Rows of an import, a page at a time. */
export function useImportRows(importId: string, state: contract.RowState, of: contract.ImportState) {
  const { household } = currentSession()
  return useInfiniteQuery({
    // What stands in them changes with the import.
    queryKey: [...keyOf(contract.listImportRows, undefined, household), importId, state, of],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listImportRows, { params: { importId }, query: { state, after: pageParam, limit: pageSize }, household, signal }),
    initialPageParam: 0,
    getNextPageParam: (rows) => (rows.length < pageSize ? null : (rows.at(-1)?.no ?? null)),
  })
}

const shown = (made: contract.Import) => {
  cache.setQueryData(endpointQuery(contract.getImport, { params: { importId: made.id } }).queryKey, made)
  void invalidate(contract.listImports)
}

export const useReadFile = () =>
  useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.set('file', file)
      return upload(contract.readFile, form)
    },
    onSuccess: shown,
  })

export const useReadGrocy = () => useSend(contract.readGrocy, { touches: [contract.listImports], onSuccess: shown })

export const useStart = () => useSend(contract.startImport, { touches: [contract.listImports], onSuccess: shown })
export const useUndo = () => useSend(contract.undoImport, { touches: [contract.listImports], onSuccess: shown })
export const useDiscard = () => useSend(contract.discardImport, { touches: [contract.listImports] })

/** Fetches the report and hands it to the browser to keep. */
export const useReport = (importId: string) =>
  useMutation({
    mutationFn: async () => {
      const address = URL.createObjectURL(await download(contract.importReport, { params: { importId } }))
      const link = document.createElement('a')
      link.href = address
      link.download = 'import.csv'
      link.click()
      // Some browsers begin to read only after the click has returned.
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    },
  })
