import { expect, test } from 'vitest'
import { getNextPlan, listBenefits, listLostBenefits } from './planBenefits.ts'

const limited = { hasPlanLimits: true, hasSupport: false, hasPdf: false }
const unlimited = { hasPlanLimits: false, hasSupport: true, hasPdf: true }

test('PLAN-02 the offers contain no feature that this version lacks', () => {
  const offered = (['free', 'pro', 'premium'] as const).flatMap(plan => listBenefits(plan, limited))
  for (const missing of ['pdf', 'support']) expect(offered).not.toContain(missing)
  for (const there of ['duplicates', 'brokenLinks', 'limitedHighlights', 'unlimitedHighlights'])
    expect(offered).toContain(there)
})

test('PLAN-01 a server without limits offers the free plan without limits', () => {
  expect(listBenefits('free', unlimited)).toEqual([
    'unlimitedLinks',
    'unlimitedCollections',
    'unlimitedHighlights',
    'publicSharing',
    'autoTags',
    'searchDescriptions',
    'support',
  ])
  expect(listBenefits('free', limited)).toContain('limitedLinks')
})

test('PLAN-04 a cancellation lists only the benefits that end on this server', () => {
  expect(listLostBenefits(2, limited)).toEqual([
    'unlimitedLinks',
    'unlimitedCollections',
    'unlimitedHighlights',
    'storage',
    'teamSharing',
    'suggestions',
    'duplicates',
    'brokenLinks',
    'searchDescriptions',
  ])
  const lost = ['teamSharing', 'suggestions', 'pdf', 'duplicates', 'brokenLinks', 'prioritySupport']
  expect(listLostBenefits(2, unlimited)).toEqual(lost)
  expect(listLostBenefits(3, unlimited)).toEqual([...lost, 'customDomain', 'whiteLabel'])
})

test('SET-05 the next larger plan has more room; a server without limits has none to offer', () => {
  const sizes = (code: number) => {
    const next = getNextPlan(code, limited)
    return next && [next.name, next.storage, next.bandwidth]
  }
  expect(sizes(1)).toEqual(['Pro', 1e9, 20e9])
  expect(sizes(2)).toEqual(['Premium', 2e9, 40e9])
  for (const code of [3, 4, 5, 6]) expect(sizes(code)).toBeNull()
  for (const code of [1, 2]) expect(getNextPlan(code, unlimited)).toBeNull()
})
