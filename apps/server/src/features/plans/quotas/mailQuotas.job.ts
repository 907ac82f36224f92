import { getNextPlan } from '@nestmark/core/plans/planBenefits'
import { type Plan, toPlan } from '@nestmark/core/plans/plans'
import { areQuotasEnforced } from '../../../access/planQuotas.ts'
import { offersPlans } from '../../../configuration/paymentsConfig.ts'
import type { Tx } from '../../../db/db.ts'
import type { QuotaMailRow } from '../../../db/tables/paymentTables.ts'
import { nameNextMonth, toMonth } from '../../../db/writes/bandwidthMeter.ts'
import { enqueue, hasUnfinishedJobOfKind } from '../../../jobs/store.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import type { Services } from '../../../services.ts'
import { queueEmailIn } from '../../accounts/email/sendEmail.job.ts'
import { findUser } from '../../session/userStore.ts'
import {
  deleteEarlierMails,
  forgetStorageMails,
  listQuotaMails,
  listQuotaUse,
  type QuotaUse,
  recordQuotaMail,
} from './quotaMailStore.ts'
import { formatStorageSize } from '@nestmark/core/plans/storageSize'
import { quotaEmails } from '@nestmark/texts/emails/quotaEmails'
import type { Config } from '../../../configuration/config.ts'
import type { Email } from '../../../email/mailer.ts'

const kind = 'mailQuotas'
/** The shares of a quota at which an email is sent, in per cent (PLAN-08). */
const marks = [80, 100] as const
/** Below this share of the storage, in per cent, a later email about it is news again. */
const forgetBelow = 60
/** How many people are read at a time: the statement takes a few milliseconds. */
const peopleAtOnce = 500

/** Sends an email to people who have used 80 or 100 per cent of their storage, or of this month's bandwidth: once each. */
export function mailQuotas(services: Services): JobKind {
  const { db, now, meter, jobs } = services
  return {
    kind,
    attempts: 3,
    async run(_job, signal) {
      if (!areQuotasEnforced()) return
      await meter.flush()
      const { first, last } = toMonth(now())
      const month = Math.floor(first / 100)
      await db.write(tx => deleteEarlierMails(tx, month))
      for (let after = ''; ;) {
        signal.throwIfAborted()
        const people = await listQuotaUse(db.read, after, { first, last, limit: peopleAtOnce })
        const [from, to] = [people[0]?.id, people.at(-1)?.id]
        if (from === undefined || to === undefined) break
        const sent = await listQuotaMails(db.read, { from, to })
        for (const person of people) await mailPerson(person, month, sent)
        after = to
      }
      jobs.wake()
    },
    /** Queues the next run, on one server. */
    cleanUp: async () => {
      if (!areQuotasEnforced()) return
      await db.write(async tx => {
        if (!(await hasUnfinishedJobOfKind(tx, kind)))
          await enqueue(tx, { ownerId: null, kind, payload: {}, now: now() })
      })
    },
  }

  async function mailPerson(
    person: QuotaUse,
    month: number,
    sent: readonly Omit<QuotaMailRow, 'sent_at'>[],
  ): Promise<void> {
    const plan = toPlan(person.plan)
    const known = sent.filter(each => each.person_id === person.id)
    const isForgotten =
      known.some(each => each.kind === 'storage') && toPercent(person, plan, 'storage') < forgetBelow
    const news = (['storage', 'bandwidth'] as const).flatMap(about => {
      const reached = marks.filter(percent => toPercent(person, plan, about) >= percent)
      const period = about === 'storage' ? 0 : month
      const fresh = reached.filter(
        percent =>
          !known.some(each => each.kind === about && each.percent === percent && each.month === period),
      )
      return fresh.length === 0 ? [] : [{ about, fresh, period }]
    })
    if (news.length === 0 && !isForgotten) return
    await db.write(async tx => {
      if (isForgotten) await forgetStorageMails(tx, person.id)
      for (const { about, fresh, period } of news) await mail(tx, person, { about, fresh, period })
    })
  }

  /** Of two marks that are reached at once, the email about the larger one is sent. */
  async function mail(
    tx: Tx,
    person: QuotaUse,
    { about, fresh, period }: { about: QuotaMailRow['kind']; fresh: readonly number[]; period: number },
  ): Promise<void> {
    const recorded: number[] = []
    for (const percent of fresh) {
      const row = { person_id: person.id, kind: about, percent, month: period, sent_at: now() }
      if (await recordQuotaMail(tx, row)) recorded.push(percent)
    }
    const user = await findUser(tx, person.id)
    if (recorded.length === 0 || !user) return
    const used = {
      used: toUse(person, about),
      limit: toPlan(person.plan)[about],
      now: now(),
      larger: offersPlans(services.config)
        ? (getNextPlan(person.plan, { hasPlanLimits: true })?.name ?? null)
        : null,
    }
    await queueEmailIn(
      tx,
      services,
      quotaEmail(services.config, user.email, { about, isFull: recorded.includes(100), ...used }),
    )
  }
}

const toUse = ({ stored, sent }: QuotaUse, about: QuotaMailRow['kind']) =>
  about === 'storage' ? stored : sent

const toPercent = (use: QuotaUse, plan: Plan, about: QuotaMailRow['kind']) =>
  (toUse(use, about) * 100) / plan[about]

interface Used {
  about: QuotaMailRow['kind']
  /** 100 per cent are used, otherwise 80. */
  isFull: boolean
  /** Bytes. */
  used: number
  limit: number
  now: number
  /** The name of the next larger plan; null where there is none. */
  larger: string | null
}

/** Returns the email to a person whose storage or bandwidth is nearly or completely used. */
function quotaEmail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  to: string,
  { about, isFull, used, limit, now, larger }: Used,
): Email {
  const { subject, line } = quotaEmails[about][isFull ? 'full' : 'almost']
  return {
    to,
    subject,
    paragraphs: [
      quotaEmails.hello,
      quotaEmails[about].used(formatStorageSize(used), formatStorageSize(limit)),
      line(nameNextMonth(now), larger),
    ],
    action: { words: quotaEmails.action, url: `${publicUrl}/settings?tab=storage` },
    closing: quotaEmails[about].closing,
  }
}
