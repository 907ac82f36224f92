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
  limitedHighlights: false,
  limitedStorage: true,
  unlimitedLinks: true,
  unlimitedCollections: true,
  unlimitedHighlights: false,
  storage: true,
  publicSharing: true,
  teamSharing: true,
  suggestions: true,
  autoTags: true,
  searchTitles: server => server.hasPlanLimits,
  searchDescriptions: true,
  pdf: server => server.hasPdf,
  duplicates: false,
  brokenLinks: false,
  support: server => server.hasSupport,
  prioritySupport: server => server.hasSupport,
  everythingInPro: true,
  customDomain: false,
  whiteLabel: false,
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
  'limitedHighlights',
  'limitedStorage',
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

/** Returns true when a plan has benefits besides those of the next smaller one. */
export function isOffered(plan: OfferedPlan, server: ServerOffer): boolean {
  return plan !== 'premium' || listBenefits(plan, server).length > 1
}

/** Returns the benefits that a downgrade to the free plan ends. Every paid plan has those of Pro. */
export function listLostBenefits(server: ServerOffer): Benefit[] {
  const retained = new Set(listBenefits('free', server))
  return listBenefits('pro', server).filter(benefit => !retained.has(benefit))
}

/**
 * Returns the next larger plan that the server offers, in stored bytes and bytes sent per month; null where there is
 * none, as for lifetime plans.
 */
export function getNextPlan(
  code: number,
  server: ServerOffer,
): Pick<Plan, 'name' | 'storage' | 'bandwidth'> | null {
  const { paid, lifetime } = toPlan(code)
  if (lifetime || code === 3) return null
  if (!paid) return toPlan(2)
  return isOffered('premium', server) ? toPlan(3) : null
}
