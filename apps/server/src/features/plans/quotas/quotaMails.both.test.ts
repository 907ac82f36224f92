import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startUpload } from '@nestmark/contract/files'
import { getStorage } from '@nestmark/contract/session'
import { toPlan } from '@nestmark/core/plans/plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { mailsSent, startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'
import { mailQuotas } from './mailQuotas.job.ts'
import { day } from '../planFixture.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ planLimits: true })
})
afterAll(() => app.stop())

/** Returns the subjects of a person's emails about quotas, after a run. */
const run = async (person: Person) =>
  (await runAndRead(person)).map(text => /^Subject: (.*)$/m.exec(text)![1]!)

/** Returns a person's emails about quotas, after a run. */
async function runAndRead({ email }: Person): Promise<string[]> {
  const { db, jobs } = app.services
  await mailQuotas(app.services).cleanUp!()
  jobs.wake()
  const waiting = async () =>
    (
      await db.read
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'mailQuotas')
        .where('finished_at', 'is', null)
        .execute()
    ).length
  await expect.poll(waiting).toBe(0)
  await mailsSent(app)
  const folder = join(app.services.config.dataDir, 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8'))
    .filter(text => text.includes(`To: ${email}`))
}
const store = ({ id }: Person, kept_bytes: number, plan = 2) =>
  app.services.db.write(tx =>
    tx.updateTable('people').set({ kept_bytes, plan }).where('id', '=', id).execute(),
  )

const almost = 'Your storage is 80% full'
const full = 'Your storage is full'

test('PLAN-08 sends an email once at 80 and once at 100 per cent of the storage; a larger plan begins anew', async () => {
  const ada = await signIn(app, 'ada', 2)
  await store(ada, 799_999_999)
  expect(await run(ada)).toEqual([])
  await store(ada, 800_000_000)
  expect(await run(ada)).toEqual([almost])
  await store(ada, 700_000_000)
  await run(ada)
  await store(ada, 900_000_000)
  expect(await run(ada)).toEqual([almost])
  await store(ada, 1_000_000_000)
  expect(await run(ada)).toEqual([almost, full])
  expect(await run(ada)).toEqual([almost, full])
  // Half of Premium.
  await store(ada, 1_000_000_000, 3)
  expect(await run(ada)).toEqual([almost, full])
  await store(ada, 2_000_000_000, 3)
  // Both marks at once are one email.
  expect(await run(ada)).toEqual([almost, full, full])
  const { storage_limit: limit, bw_limit: bandwidth } = await ada.call(getStorage, {})
  expect([limit, bandwidth]).toEqual([2_000_000_000, 40_000_000_000])
  await store(ada, 0)
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
})

test('PLAN-08 does the same for the bandwidth of a month, in each month, and counts bytes as soon as it has sent them', async () => {
  const rosa = await signIn(app, 'rosa', 2)
  const [almostUsed, usedUp] = [
    'You’ve used 80% of this month’s bandwidth',
    'This month’s bandwidth is used up',
  ]
  app.clock.now = Date.UTC(2031, 0, 10)
  app.services.meter.count(rosa.id, 15_999_999_999)
  expect(await run(rosa)).toEqual([])
  app.services.meter.count(rosa.id, 1)
  expect(await run(rosa)).toEqual([almostUsed])
  app.clock.now += 5 * day
  app.services.meter.count(rosa.id, 4_000_000_000)
  expect(await run(rosa)).toEqual([almostUsed, usedUp])
  expect(await run(rosa)).toEqual([almostUsed, usedUp])
  app.clock.now = Date.UTC(2031, 1, 1)
  expect(await run(rosa)).toEqual([almostUsed, usedUp])
  app.services.meter.count(rosa.id, 17_000_000_000)
  expect(await run(rosa)).toEqual([almostUsed, usedUp, almostUsed])
})

test.each([
  [1, 'or choose Pro.', 'Pro has more.'],
  [2, 'or choose Premium.', 'Premium has more.'],
  [3, null, null],
  [6, null, null],
])(
  'PLAN-08 the emails of plan %i name the next larger plan, if there is one',
  async (plan, storageLine, bandwidthLine) => {
    const pia = await signIn(app, 'pia', plan)
    const { storage, bandwidth } = toPlan(plan)
    await store(pia, storage * 0.9, plan)
    app.services.meter.count(pia.id, bandwidth * 0.9)
    const mails = (await runAndRead(pia)).map(text => text.replaceAll(/\s+/g, ' '))
    expect(mails).toHaveLength(2)
    const about = (subject: string) => mails.find(text => text.includes(subject))!
    expect(about('Your storage is 80% full')).toContain(storageLine ?? 'free up some on the storage page.')
    const bandwidthMail = about('80% of this month')
    if (bandwidthLine === null) expect(bandwidthMail).not.toContain('has more')
    else expect(bandwidthMail).toContain(bandwidthLine)
  },
)

test.each([
  [1, 100_000_000],
  [2, 1_000_000_000],
  [3, 2_000_000_000],
  [4, 20_000_000_000],
  [5, 40_000_000_000],
  [6, 60_000_000_000],
])('PLAN-08 plan %i stores %i bytes and no more', async (plan, limit) => {
  const zoe = await signIn(app, 'zoe', plan)
  await store(zoe, limit - 1000, plan)
  expect((await zoe.call(getStorage, {})).storage_limit).toBe(limit)
  const upload = (size: number) =>
    toOutcome(zoe.call(startUpload, { name: 'a.mp3', content_type: 'audio/mpeg', size }))
  expect(await upload(1001)).toBe('plan.storage')
  expect(await upload(1000)).toBe('done')
  expect(await upload(1)).toBe('plan.storage')
})
