import type { ServerOffer } from '@nestmark/core/plans/planBenefits'
import { helpLinks } from '../../lib/helpLinks.ts'
import { isPdfAvailable } from '../../lib/media/pdf.ts'
import { arePlanLimitsEnabled } from '../../lib/serverSetting.ts'

/** Returns the properties that determine the benefits of this server. */
export function getServerOffer(): ServerOffer {
  return {
    hasPlanLimits: arePlanLimitsEnabled(),
    hasSupport: Boolean(helpLinks.email),
    hasPdf: isPdfAvailable(),
  }
}
