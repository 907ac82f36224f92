import { expect, test } from 'vitest'
import { isOffered, listBenefits, listLostBenefits } from './planBenefits.ts'

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
    'teamSharing',
    'suggestions',
    'searchDescriptions',
  ])
  expect(listLostBenefits(unlimited)).toEqual(['teamSharing', 'suggestions', 'pdf', 'prioritySupport'])
})
