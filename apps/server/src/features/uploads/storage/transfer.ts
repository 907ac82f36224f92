import { runInShare } from '../../../calls/runInShare.ts'
import type { Services } from '../../../services.ts'

/**
 * Runs a transfer of bytes to the store within the share of a person.
 * @throws Refused 'request.tooMany' when too many transfers of this person wait, 'server.busy' when all slots are in
 * use
 */
export function runTransfer<T>(
  { transfers }: Pick<Services, 'transfers'>,
  personId: string,
  work: () => Promise<T>,
): Promise<T> {
  return runInShare(transfers, personId, work)
}
