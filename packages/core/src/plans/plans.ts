/**
 * The plans and their features: the single table that the server enforces and the page displays.
 * Codes, limits and figures are from the specification (1-core 9; 2-secondary 1, 6 and 9). It has no code for Premium:
 * 3, which it leaves free, is ours (docs/adr/070-payments.md).
 */
export const planCodes = [1, 2, 3, 4, 5, 6] as const
export type PlanCode = (typeof planCodes)[number]

/** Features of only some plans; without one, calls are rejected with the error code `plan.<name>`. */
export const planFeatures = [
  'teamSharing',
  'suggestions',
  'pdf',
  'duplicates',
  'brokenLinks',
  'searchDescriptions',
  'customDomain',
  'whiteLabel',
] as const
export type PlanFeature = (typeof planFeatures)[number]

export interface Plan {
  code: PlanCode
  name: string
  paid: boolean
  /** A one-time purchase: it neither renews nor ends. */
  lifetime: boolean
  /** Links in the entire library, without the trash. */
  links: number
  /** Collections without the trash and the root. */
  collections: number
  highlightsPerPage: number
  features: readonly PlanFeature[]
  /** Number of people who may be invited: members and open invitations, each person once. */
  invitations: number
  /** Stored bytes. */
  storage: number
  /** Bytes sent in a calendar month (UTC). */
  bandwidth: number
}

/** In bytes. */
export const gigabyte = 1000 ** 3
const unlimited = Infinity

const free: Plan = {
  code: 1,
  name: 'Free',
  paid: false,
  lifetime: false,
  links: 500,
  collections: 50,
  highlightsPerPage: 5,
  features: [],
  invitations: 0,
  storage: 0.1 * gigabyte,
  bandwidth: 2 * gigabyte,
}

/** The features that only Premium has. */
const premiumFeatures: readonly PlanFeature[] = ['customDomain', 'whiteLabel']

const pro: Plan = {
  code: 2,
  name: 'Pro',
  paid: true,
  lifetime: false,
  links: unlimited,
  collections: unlimited,
  highlightsPerPage: unlimited,
  features: planFeatures.filter(each => !premiumFeatures.includes(each)),
  invitations: unlimited,
  storage: 1 * gigabyte,
  bandwidth: 20 * gigabyte,
}

const premium: Plan = {
  ...pro,
  code: 3,
  name: 'Premium',
  features: planFeatures,
  storage: 2 * gigabyte,
  bandwidth: 40 * gigabyte,
}

const lifetime = (code: PlanCode, name: string, invitations: number, gigabytes: number): Plan => ({
  ...pro,
  code,
  name,
  lifetime: true,
  invitations,
  storage: gigabytes * gigabyte,
  bandwidth: gigabytes * gigabyte,
})

/** Every plan, ordered by code. */
export const plans: readonly Plan[] = [
  free,
  pro,
  premium,
  lifetime(4, 'Solo (lifetime)', 1, 20),
  lifetime(5, 'Team (lifetime)', 10, 40),
  lifetime(6, 'Business (lifetime)', unlimited, 60),
]

/** Returns the plan of a code. 1 is free and every other code is paid: an unknown code counts as the paid plan. */
export function toPlan(code: number): Plan {
  return plans.find(plan => plan.code === code) ?? pro
}

/** Returns whether a plan has a feature. */
export function hasPlanFeature(code: number, feature: PlanFeature): boolean {
  return toPlan(code).features.includes(feature)
}

/** The resources that a plan limits. */
export type PlanLimit = 'links' | 'collections' | 'highlightsPerPage'

/** Returns how many more items a plan allows; 0 when the limit is reached or exceeded. */
export function getRemainingQuota(code: number, limit: PlanLimit, used: number): number {
  return Math.max(0, toPlan(code)[limit] - used)
}
