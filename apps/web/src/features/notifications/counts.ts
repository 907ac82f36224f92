import { countNotifications } from '@nestmark/contract/notifications'
import { useOperation } from '../../lib/api/operations.ts'
import { useToken } from '../../lib/browser/token.ts'

/** Reads the unread and the total count. It is a separate file because the shell needs only the counts. */
export function useNotificationCounts() {
  const signedIn = useToken() !== null
  return useOperation(countNotifications, {}, { enabled: signedIn, quiet: true }).data
}
