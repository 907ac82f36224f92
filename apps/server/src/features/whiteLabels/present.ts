import type { WhiteLabel } from '@nestmark/contract/sharing/whiteLabels'
import { hasPlanFeature } from '@nestmark/core/plans/plans'
import { toLogoPath } from '../../calls/companyPages.ts'
import type { StoredLabel } from './store.ts'

/** Returns a white label as its owner sees it. */
export function presentLabel(
  { collection_id: id, name, accent, paper, logo_id }: StoredLabel,
  plan: number,
): WhiteLabel {
  return {
    name,
    accent,
    paper,
    logo: logo_id === null ? '' : `/library/${id}/${toLogoPath(logo_id)}`,
    is_shown: hasPlanFeature(plan, 'whiteLabel') ? 1 : 0,
  }
}
