import { randomBytes } from 'node:crypto'
import type { PlanCode } from '@nestmark/core/plans/plans'
import { errorTexts } from '@nestmark/texts/errors'
import * as z from 'zod/mini'
import { offersPlans } from '../configuration/paymentsConfig.ts'
import { lockTree } from '../db/dialect.ts'
import { findPasswordProblem } from '../features/accounts/passwords/changeOwnPassword.ts'
import { registerUser, setPassword } from '../features/accounts/signIn/registerUser.ts'
import { createPasswords } from '../features/accounts/passwords/password.ts'
import { setTerms } from '../features/plans/store.ts'
import { createPerson } from '../features/session/createPerson.ts'
import { findUserByEmail, listUsers } from '../features/session/userStore.ts'
import { type AdminCommand, type AdminContext, AdminError } from './command.ts'

/** Commands for user accounts. */
export const userCommands: readonly AdminCommand[] = [
  {
    name: 'users list',
    summary: 'Lists every account with its plan.',
    async run({ open, print }) {
      const rows = await listUsers((await open()).read)
      const width = Math.max(5, ...rows.map(row => row.email.length))
      print(`${'EMAIL'.padEnd(width)}  PLAN  SINCE       NAME`)
      for (const { email, plan, createdAt, name } of rows) {
        const since = new Date(createdAt).toISOString().slice(0, 10)
        print(`${email.padEnd(width)}  ${String(plan ?? '-').padEnd(4)}  ${since}  ${name}`)
      }
      print(rows.length === 1 ? '1 account' : `${rows.length} accounts`)
    },
  },
  {
    name: 'users create',
    summary: 'Creates an account. Without --password one is generated and shown.',
    parameters: ['EMAIL'],
    options: { name: 'NAME', password: 'PASSWORD', plan: 'N' },
    async run(context, { EMAIL, name, password, plan }) {
      const email = asEmail(EMAIL)
      const chosen = parsePassword(password)
      const wanted = plan === undefined ? undefined : parsePlanName(plan)
      const [localPart = ''] = email.split('@')
      const made = { email, name: asName(name ?? localPart), password: chosen ?? randomPassword() }
      const userId = await registerUser(await findPlace(context), made)
      if (userId === null) throw new AdminError(`${email} has an account already.`)
      await withPlan(context, userId, wanted)
      context.print(`${email} has an account now.`)
      if (!chosen) context.print(`Password: ${made.password}`)
    },
  },
  {
    name: 'users set-plan',
    summary:
      'Sets the plan of an account: 1 free, 2 Pro, 3 Premium, 4 to 6 lifetime. Plans 2 and 3 have no end, or end on a day (--until), or have an invoice due on a day (--invoice).',
    parameters: ['EMAIL', 'N'],
    options: { until: 'YYYY-MM-DD', invoice: 'YYYY-MM-DD' },
    async run(context, { EMAIL, N = '', until, invoice }) {
      const plan = parsePlanName(N)
      if ((until ?? invoice) !== undefined && plan !== 2 && plan !== 3)
        throw new AdminError('Only plans 2 and 3 can have an end or an invoice.')
      if (until !== undefined && invoice !== undefined)
        throw new AdminError('Use --until or --invoice, not both.')
      const day = parseDay(until ?? invoice)
      const user = await existing(context, EMAIL)
      await withPlan(context, user.id, plan, { until: day, renews: invoice !== undefined })
      const till = until ? `, until ${until}` : invoice ? `, with an invoice due on ${invoice}` : ''
      context.print(`${user.email} is on plan ${plan} now${till}.`)
      if (plan === 1 && !offersPlans(context.config))
        context.print(
          `This server offers no plans: its next start sets plan ${context.config.defaultPlan}. With DEFAULT_PLAN=1 the free plan stays.`,
        )
    },
  },
  {
    name: 'users reset-password',
    summary:
      'Sets a new password for an account and ends its sessions, open links and codes; with --delete-api-keys also its API keys. Without --password one is generated and shown.',
    parameters: ['EMAIL'],
    options: { password: 'PASSWORD', 'delete-api-keys': '' },
    async run(context, { EMAIL, password, 'delete-api-keys': deleteApiKeys }) {
      const chosen = parsePassword(password)
      const user = await existing(context, EMAIL)
      const next = chosen ?? randomPassword()
      const settings = { deleteApiKeys: deleteApiKeys !== undefined }
      await setPassword(await findPlace(context), user.id, next, settings)
      context.print(`${user.email} has a new password, and every session has ended.`)
      if (!chosen) context.print(`Password: ${next}`)
    },
  },
]

async function findPlace({ open, config }: AdminContext) {
  return { db: await open(), config, now: Date.now, passwords: createPasswords(config.passwordCost) }
}

async function existing({ open }: AdminContext, address: string | undefined) {
  const email = asEmail(address)
  const user = await findUserByEmail((await open()).read, email)
  if (!user) throw new AdminError(`${email} has no account.`)
  return user
}

/** Creates the product account, to which a plan belongs. It is otherwise created at the first call of a person. */
async function withPlan(
  { open, config }: AdminContext,
  userId: string,
  plan: number | undefined,
  lasts: { until: number | null; renews: boolean } = { until: null, renews: false },
) {
  const db = await open()
  await createPerson({ db, config, now: Date.now }, userId, '')
  if (plan === undefined) return
  await db.write(async tx => {
    await lockTree(tx, userId)
    await setTerms(tx, userId, { plan, ...lasts, cancelled: false }, Date.now())
  })
}

function asEmail(text: string | undefined): string {
  const email = (text ?? '').trim().toLowerCase()
  if (!z.safeParse(z.email(), email).success) throw new AdminError(`"${email}" is not an email address.`)
  return email
}

function asName(text: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100) throw new AdminError('A name has 1 to 100 characters.')
  return name
}

function parsePassword(text: string | undefined): string | undefined {
  const problem = text === undefined ? null : findPasswordProblem(text)
  if (problem === 'tooCommon') throw new AdminError(errorTexts['profile.passwordCommon'])
  if (problem) throw new AdminError(errorTexts['profile.passwordLength'])
  return text
}

/** Returns the beginning of a day in UTC, in milliseconds since 1970. */
export function parseDay(text: string | undefined): number | null {
  if (text === undefined) return null
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  // 2026-02-31 would be parsed as a day in March. Years after 2090 are treated as typing errors.
  if (!(time < Date.UTC(2091)) || new Date(time).toISOString().slice(0, 10) !== text)
    throw new AdminError(`"${text}" is not a day such as 2027-01-31.`)
  return time
}

export function parsePlanName(text: string): PlanCode {
  if (!/^[1-6]$/.test(text))
    throw new AdminError('A plan is 1 (free), 2 (Pro), 3 (Premium), 4, 5 or 6 (lifetime).')
  return Number(text) as PlanCode
}

function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}
