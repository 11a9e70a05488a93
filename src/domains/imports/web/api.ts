import { useEffect } from 'react'
import { call, download, upload } from '#platform/web/api/call.ts'
import {
  cache,
  endpointQuery,
  invalidate,
  queryKeyOf,
  useEndpointMutation,
  useEndpointQuery,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import * as contract from '../contract.ts'

const reads = [contract.listImports, contract.getImport, contract.listImportRows] as const
const pollMs = 700

export const isRunning = (record: Pick<contract.Import, 'state'> | undefined) => record?.state === 'running' || record?.state === 'undoing'

/** Updates when any admin starts or finishes an import. */
export function useImports() {
  useEffect(
    () =>
      onEvent({}, ({ event }) => {
        if (event.startsWith('import.')) void invalidate(...reads)
      }),
    [],
  )
  return useEndpointQuery(contract.listImports, {})
}

/** Polls while the import is running. */
export function useImport(importId: string | null) {
  const query = endpointQuery(contract.getImport, { params: { importId: importId ?? '' } })
  return useQuery({
    ...query,
    enabled: query.enabled !== false && importId !== null,
    refetchInterval: ({ state }) => (isRunning(state.data) ? pollMs : false),
  })
}

const pageSize = 50

export function useImportRows(importId: string, state: contract.RowState, importState: contract.ImportState) {
  const { household } = currentSession()
  return useInfiniteQuery({
    // The rows change with the state of the import.
    queryKey: [...queryKeyOf(contract.listImportRows, undefined, household), importId, state, importState],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listImportRows, { params: { importId }, query: { state, after: pageParam, limit: pageSize }, household, signal }),
    initialPageParam: 0,
    getNextPageParam: (rows) => (rows.length < pageSize ? null : (rows.at(-1)?.no ?? null)),
  })
}

const maxAsked = 200

/** Returns the rows that are imported only if asked for. */
export const useAskedRows = (importId: string, kind: contract.AskedKind) =>
  useEndpointQuery(contract.listImportRows, { params: { importId }, query: { kind, state: 'new', limit: maxAsked } })

const showImport = (record: contract.Import) => {
  cache.setQueryData(endpointQuery(contract.getImport, { params: { importId: record.id } }).queryKey, record)
  void invalidate(contract.listImports)
}

export const usePreviewFile = () =>
  useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.set('file', file)
      return upload(contract.previewFile, form)
    },
    onSuccess: showImport,
  })

export const usePreviewGrocy = () => useEndpointMutation(contract.previewGrocy, { touches: [contract.listImports], onSuccess: showImport })

/** Shows the preview again if the household has changed since. */
const refetchPreview = () => void invalidate(contract.getImport, contract.listImports, contract.listImportRows)
export const useStartImport = () =>
  useEndpointMutation(contract.startImport, { touches: [contract.listImports], onSuccess: showImport, onError: refetchPreview })
export const useUndoImport = () => useEndpointMutation(contract.undoImport, { touches: [contract.listImports], onSuccess: showImport })
export const useDiscardImport = () => useEndpointMutation(contract.discardImport, { touches: [contract.listImports] })

/** The whole kitchen changes, so every query is refetched. */
const refetchAll = () => void cache.invalidateQueries()
export const useAddSampleKitchen = () => useEndpointMutation(contract.addSampleKitchen, { onSuccess: refetchAll })
export const useClearSampleKitchen = () => useEndpointMutation(contract.clearSampleKitchen, { onSuccess: refetchAll })

/** Downloads the report as a file. */
export const useDownloadReport = (importId: string) =>
  useMutation({
    mutationFn: async () => {
      const address = URL.createObjectURL(await download(contract.importReport, { params: { importId } }))
      const link = document.createElement('a')
      link.href = address
      link.download = 'import.csv'
      link.click()
      // Some browsers start reading after the click has returned.
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    },
  })
