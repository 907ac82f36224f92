import {
  exportLibrary,
  getExportSize,
  getLibraryExport,
  type LibraryExport,
  stopLibraryExport,
} from '@nestmark/contract/transfer/libraryExport'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client, type Refusal } from '../../../lib/api/client.ts'
import { queryOptions, useOperation, useOperationMutation } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { startDownload } from '../../../lib/browser/startDownload.ts'

/** How often the progress of a download is read, in milliseconds. */
const interval = 1000

const isOpen = (found: LibraryExport | undefined) => found?.state === 'running' || found?.state === 'waiting'

/** Reads what an export of everything would contain. It is measured each time, because it changes with every file. */
export const useExportSize = () => useOperation(getExportSize, {}, { staleTime: 0, quiet: true })

const useStopLibraryExport = (onSuccess: () => void) => useOperationMutation(stopLibraryExport, { onSuccess })

/**
 * Starts and follows an export of everything. The browser downloads it: the page knows only the state from the
 * server. An export that is already running is followed too; an ended one is not shown again.
 */
export function useLibraryExport() {
  const [isFollowed, setFollowed] = useState(false)
  const state = queryOptions(getLibraryExport, {}, { quiet: true })
  const { data: found } = useQuery<LibraryExport, Refusal>({
    ...state,
    staleTime: 0,
    refetchInterval: query => (isOpen(query.state.data) ? interval : false),
  })
  if (isOpen(found) && !isFollowed) setFollowed(true)
  const refresh = () => queryClient.invalidateQueries({ queryKey: state.queryKey })
  const start = useMutation<void, Refusal>({
    mutationFn: async () => {
      const { url } = await client.call(exportLibrary, {})
      setFollowed(true)
      await refresh()
      startDownload(url)
    },
    meta: { quiet: true },
  })
  const stop = useStopLibraryExport(() => void refresh())
  return {
    start,
    stop: () => stop.mutate({}),
    isStopping: stop.isPending,
    /** Null while there is nothing to show. */
    current: isFollowed && found ? found : null,
    isRunning: isOpen(found),
  }
}
