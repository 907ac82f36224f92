import type { CommonServices } from '../../../calls/services.ts'
import { findTarget } from '../store.ts'

/** Returns the path of the page for a short address; for an unknown one, of the page that reports it. */
export async function pageOfShortCode({ db }: Pick<CommonServices, 'db'>, code: string): Promise<string> {
  const target = await findTarget(db.read, code)
  return target?.link_id ? `/l/${target.link_id}` : `/c/${target?.collection_id ?? 'unknown'}`
}
