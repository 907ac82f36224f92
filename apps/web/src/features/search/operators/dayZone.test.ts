import { afterEach, expect, test, vi } from 'vitest'
import { fakePage } from '../../../lib/fakePage.testing.ts'
import { toLinkQuery } from '../encrypted/toLinkQuery.ts'
import { toDayZone } from './dayZone.ts'

afterEach(() => vi.unstubAllEnvs())

test('SRCH-07 days of a search are those of the browser, on the server and among encrypted links', async () => {
  fakePage()
  vi.stubEnv('TZ', 'Pacific/Auckland')
  expect(toDayZone('turf after:2024-05-17')).toEqual({ time_zone: 'Pacific/Auckland' })
  expect(toDayZone('-before:2024')).toEqual({ time_zone: 'Pacific/Auckland' })
  expect(toDayZone('turf type:video')).toEqual({})
  const { query } = await toLinkQuery({ input: 'after:2024-05-17 before:2024-05-18', type: 'everything' }, 3)
  expect([query.after, query.before]).toEqual([Date.UTC(2024, 4, 16, 12), Date.UTC(2024, 4, 17, 12)])
})
