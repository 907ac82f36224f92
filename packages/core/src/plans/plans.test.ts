import { expect, test } from 'vitest'
import { planCodes, planFeatures, hasPlanFeature, toPlan, getRemainingQuota, plans } from './plans.ts'

test('PLAN-01 code 1 is free and every other is paid', () => {
  expect(plans.map(plan => plan.code)).toEqual([...planCodes])
  expect(plans.filter(plan => !plan.paid).map(plan => plan.code)).toEqual([1])
  // A code of a later version must not remove paid features.
  expect(toPlan(9).paid).toBe(true)
  for (const feature of planFeatures.filter(each => each !== 'customDomain' && each !== 'whiteLabel')) {
    expect(hasPlanFeature(1, feature)).toBe(false)
    for (const code of [2, 3, 4, 5, 6]) expect(hasPlanFeature(code, feature)).toBe(true)
  }
})

test('PLAN-07 only Premium has custom hosts', () => {
  for (const feature of ['customDomain', 'whiteLabel'] as const)
    expect(planCodes.filter(code => hasPlanFeature(code, feature))).toEqual([3])
})

test('PLAN-01 the free plan allows 500 links, 50 collections and 5 highlights per page', () => {
  expect(getRemainingQuota(1, 'links', 499)).toBe(1)
  expect(getRemainingQuota(1, 'links', 500)).toBe(0)
  // After a downgrade, usage may exceed the limit.
  expect(getRemainingQuota(1, 'links', 9000)).toBe(0)
  expect(getRemainingQuota(1, 'collections', 0)).toBe(50)
  expect(getRemainingQuota(1, 'highlightsPerPage', 4)).toBe(1)
  expect(getRemainingQuota(2, 'links', 1_000_000)).toBe(Infinity)
})

test('PLAN-08 every plan has the storage, the traffic and the invitations of the list', () => {
  const gigabytes = ({ storage, bandwidth }: { storage: number; bandwidth: number }) =>
    [storage, bandwidth].map(bytes => bytes / 1_000_000_000)
  expect(gigabytes(toPlan(2))).toEqual([1, 20])
  expect(gigabytes(toPlan(3))).toEqual([2, 40])
  expect([4, 5, 6].map(code => gigabytes(toPlan(code)))).toEqual([
    [20, 20],
    [40, 40],
    [60, 60],
  ])
  expect([4, 5, 6].map(code => toPlan(code).invitations)).toEqual([1, 10, Infinity])
})
