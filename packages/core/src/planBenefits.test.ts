import { expect, test } from 'vitest'
import { getNextPlan, isOffered, listBenefits, listLostBenefits } from './planBenefits.ts'

const limited = { hasPlanLimits: true, hasSupport: false, hasPdf: false }
const unlimited = { hasPlanLimits: false, hasSupport: true, hasPdf: true }

test('PLAN-02 the offers contain no feature that this version lacks', () => {
  const offered = (['free', 'pro', 'premium'] as const).flatMap(plan => listBenefits(plan, limited))
  for (const missing of [
    'pdf',
    'duplicates',
    'brokenLinks',
    'unlimitedHighlights',
    'customDomain',
    'support',
  ])
    expect(offered).not.toContain(missing)
  expect(isOffered('premium', limited)).toBe(false)
  expect(isOffered('pro', limited)).toBe(true)
})

test('PLAN-01 a server without limits offers the free plan without limits', () => {
  expect(listBenefits('free', unlimited)).toEqual([
    'unlimitedLinks',
    'unlimitedCollections',
    'limitedStorage',
    'publicSharing',
    'autoTags',
    'searchDescriptions',
    'support',
  ])
  expect(listBenefits('free', limited)).toContain('limitedLinks')
})

test('PLAN-04 a cancellation lists only the benefits that end on this server', () => {
  expect(listLostBenefits(limited)).toEqual([
    'unlimitedLinks',
    'unlimitedCollections',
    'storage',
    'teamSharing',
    'suggestions',
    'searchDescriptions',
  ])
  expect(listLostBenefits(unlimited)).toEqual([
    'storage',
    'teamSharing',
    'suggestions',
    'pdf',
    'prioritySupport',
  ])
})

test('SET-05 the next larger plan is one that the server offers', () => {
  const next = getNextPlan(1, limited)
  expect([next?.name, next?.storage, next?.bandwidth]).toEqual(['Pro', 1e9, 20e9])
  // Premium has no features of its own yet, so it cannot be chosen.
  for (const code of [2, 4, 5, 6]) expect(getNextPlan(code, limited)).toBeNull()
})
