import { type Plan, toPlan } from './plans.ts'
import type { OfferedPlan } from './prices.ts'

/** The properties of a server that determine its benefits, besides the version. */
export interface ServerOffer {
  /** The free plan is limited; see PLAN_LIMITS. */
  hasPlanLimits: boolean
  /** The administrator gives an email address for support. */
  hasSupport: boolean
  /** The server has a browser that makes PDF files. */
  hasPdf: boolean
}

/**
 * The benefits of the plans (2-secondary 9), and whether this version has them: the single table for the price page
 * and the question before a cancellation. A function determines this from the server.
 */
const benefits = {
  limitedLinks: server => server.hasPlanLimits,
  limitedCollections: server => server.hasPlanLimits,
  limitedHighlights: server => server.hasPlanLimits,
  limitedStorage: server => server.hasPlanLimits,
  unlimitedLinks: true,
  unlimitedCollections: true,
  unlimitedHighlights: true,
  storage: server => server.hasPlanLimits,
  publicSharing: true,
  teamSharing: true,
  suggestions: true,
  autoTags: true,
  searchTitles: server => server.hasPlanLimits,
  searchDescriptions: true,
  pdf: server => server.hasPdf,
  duplicates: true,
  brokenLinks: true,
  support: server => server.hasSupport,
  prioritySupport: server => server.hasSupport,
  everythingInPro: true,
  customDomain: true,
  whiteLabel: true,
  // Every public collection has one; a plan adds its own domain and look.
  companyPage: false,
} as const satisfies Record<string, boolean | ((server: ServerOffer) => boolean)>

export type Benefit = keyof typeof benefits

const limitedFree: readonly Benefit[] = [
  'limitedLinks',
  'limitedCollections',
  'limitedHighlights',
  'limitedStorage',
  'publicSharing',
  'autoTags',
  'searchTitles',
  'support',
]
const unlimitedFree: readonly Benefit[] = [
  'unlimitedLinks',
  'unlimitedCollections',
  'unlimitedHighlights',
  'publicSharing',
  'autoTags',
  'searchDescriptions',
  'support',
]
const pro: readonly Benefit[] = [
  'unlimitedLinks',
  'unlimitedCollections',
  'unlimitedHighlights',
  'storage',
  'teamSharing',
  'suggestions',
  'pdf',
  'duplicates',
  'brokenLinks',
  'searchDescriptions',
  'prioritySupport',
]
const premium: readonly Benefit[] = ['everythingInPro', 'customDomain', 'whiteLabel', 'companyPage']

function isAvailable(benefit: Benefit, server: ServerOffer): boolean {
  const rule: boolean | ((server: ServerOffer) => boolean) = benefits[benefit]
  return typeof rule === 'boolean' ? rule : rule(server)
}

/** Returns the benefits of a plan that a server has, in the order of the price page. */
export function listBenefits(plan: OfferedPlan, server: ServerOffer): Benefit[] {
  const free = server.hasPlanLimits ? limitedFree : unlimitedFree
  return { free, pro, premium }[plan].filter(benefit => isAvailable(benefit, server))
}

/**
 * Returns the benefits that a downgrade to the free plan ends. Every paid plan has those of Pro.
 * @param code of the present plan
 */
export function listLostBenefits(code: number, server: ServerOffer): Benefit[] {
  const retained = new Set<Benefit>([...listBenefits('free', server), 'everythingInPro'])
  const present = [...listBenefits('pro', server), ...(code === 3 ? listBenefits('premium', server) : [])]
  return present.filter(benefit => !retained.has(benefit))
}

/**
 * Returns the next larger plan, in stored bytes and bytes sent per month; null where there is none, as for Premium,
 * for lifetime plans, and on a server whose plans have no limits.
 */
export function getNextPlan(
  code: number,
  { hasPlanLimits }: Pick<ServerOffer, 'hasPlanLimits'>,
): Pick<Plan, 'name' | 'storage' | 'bandwidth'> | null {
  const { paid, lifetime } = toPlan(code)
  if (!hasPlanLimits || lifetime || code === 3) return null
  return toPlan(paid ? 3 : 2)
}
