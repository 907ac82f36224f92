/**
 * The plans and what each lets a person do: the one table that the server enforces and the page shows by.
 * Codes, limits and figures are the specification's (1-core 9; 2-secondary 1, 6 and 9).
 */
export const planCodes = [1, 2, 4, 5, 6] as const
export type PlanCode = (typeof planCodes)[number]

/** What only some plans have; each is refused by the error code `plan.<name>`. */
export const planFeatures = [
  'teamSharing',
  'suggestions',
  'pdf',
  'duplicates',
  'brokenLinks',
  'searchDescriptions',
] as const
export type PlanFeature = (typeof planFeatures)[number]

export interface Plan {
  code: PlanCode
  name: string
  paid: boolean
  /** Bought once: it neither renews nor ends. */
  lifetime: boolean
  /** Live links of the whole library; what is in the trash is not counted. */
  links: number
  /** Live collections besides the top. */
  collections: number
  highlightsPerPage: number
  features: readonly PlanFeature[]
  /** People who may be invited. */
  invitations: number
  /** Bytes kept. */
  storage: number
  /** Bytes sent in a calendar month (UTC). */
  bandwidth: number
}

const gigabyte = 1000 ** 3
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

const pro: Plan = {
  code: 2,
  name: 'Pro',
  paid: true,
  lifetime: false,
  links: unlimited,
  collections: unlimited,
  highlightsPerPage: unlimited,
  features: planFeatures,
  invitations: unlimited,
  storage: 1 * gigabyte,
  bandwidth: 20 * gigabyte,
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

/** Every plan in the order of its code. */
export const plans: readonly Plan[] = [
  free,
  pro,
  lifetime(4, 'Solo (lifetime)', 1, 20),
  lifetime(5, 'Team (lifetime)', 10, 40),
  lifetime(6, 'Business (lifetime)', unlimited, 60),
]

/** What the offer of Premium adds to Pro, in bytes (2-secondary 9). No account has it yet: there is no code for it. */
const premiumRoom = { name: 'Premium', storage: 2 * gigabyte, bandwidth: 40 * gigabyte }

/** The next plan with more room, in bytes kept and bytes sent in a month; null for who has a lifetime plan. */
export function moreRoom(code: number): Pick<Plan, 'name' | 'storage' | 'bandwidth'> | null {
  const { paid, lifetime: forGood } = toPlan(code)
  return forGood ? null : paid ? premiumRoom : pro
}

/** The plan of a code. 1 is free and every other is paid: a code that is not known counts as the paid plan. */
export function toPlan(code: number): Plan {
  return plans.find(plan => plan.code === code) ?? pro
}

/** True when a plan has a feature. */
export function planHas(code: number, feature: PlanFeature): boolean {
  return toPlan(code).features.includes(feature)
}

/** What is counted and limited by a plan. */
export type PlanLimit = 'links' | 'collections' | 'highlightsPerPage'

/** How many more of something a plan lets in beside so many; 0 when it is full or more than full. */
export function planRoom(code: number, limit: PlanLimit, used: number): number {
  return Math.max(0, toPlan(code)[limit] - used)
}
