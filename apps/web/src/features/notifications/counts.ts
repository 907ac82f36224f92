import { countNotifications } from '@nestmark/contract/notifications'
import { useOperation } from '../../lib/api/operations.ts'
import { useToken } from '../../lib/token.ts'

/** How many are unread, and how many there are. By itself, because the shell needs no more of the notifications. */
export function useNotificationCounts() {
  const signedIn = useToken() !== null
  return useOperation(countNotifications, {}, { enabled: signedIn, quiet: true }).data
}
