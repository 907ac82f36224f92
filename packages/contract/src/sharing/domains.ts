import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id, time } from '../shapes.ts'

/** The name below a host whose TXT record proves it, and the file that does the same. */
export const domainRecord = (host: string) => `_nestmark.${host}`
export const domainFile = '/.well-known/nestmark-domain'

export const domain = z.object({
  host: z.string(),
  /**
   * `new`: not verified yet. `verified`: the host shows the collection. `failing`: it does, but its proof was not found at the
   * last check; it ends at `ends`. `lost`: the proof was missing for too long. `planEnded`: the plan has no domains.
   */
  state: z.enum(['new', 'verified', 'failing', 'lost', 'planEnded']),
  /** The DNS record of the type TXT that proves the host. */
  record: z.object({ name: z.string(), value: z.string() }),
  /** The file that proves it instead. Its content is the value. */
  file: z.string(),
  /** The last check that found the proof, or found none; null before the first one that found it. */
  checked: z.nullable(time),
  /** When a host that fails is lost; null in other states. */
  ends: z.nullable(time),
})
export type Domain = z.output<typeof domain>

const folder = z.object({ folder_id: id })
const noRight = ['collections.notFound', 'collections.readOnly'] as const

export const getDomain = operation({
  path: 'get-domain',
  access: 'account',
  summary:
    'Returns the host that shows a public collection as a separate site, for its owner; null without one.',
  input: folder,
  output: z.nullable(domain),
  errors: [...noRight],
  reads: ['shares', 'collections'],
})

export const setDomain = operation({
  path: 'set-domain',
  access: 'account',
  summary:
    'Gives a public collection its own host (Premium). It shows nothing before `verify-domain`. Another host of the collection is removed.',
  input: z.object({
    ...folder.shape,
    host: z.string().check(z.maxLength(500, { error: 'domains.invalid' })),
  }),
  output: domain,
  errors: [
    ...noRight,
    'plan.customDomain',
    'domains.invalid',
    'domains.taken',
    'domains.notPublic',
    'domains.tooMany',
  ],
  touches: ['shares'],
})

export const verifyDomain = operation({
  path: 'verify-domain',
  access: 'account',
  summary:
    'Looks for the DNS record or the file of the host of a collection. When one is found, the host shows the collection. The server repeats this each day.',
  input: folder,
  output: domain,
  errors: [
    ...noRight,
    'plan.customDomain',
    'domains.notFound',
    'domains.notProven',
    'domains.taken',
    'request.tooMany',
  ],
  touches: ['shares'],
  cost: 'webhook',
})

export const deleteDomain = operation({
  path: 'delete-domain',
  access: 'account',
  summary: 'Removes the host of a collection. It shows nothing from then on.',
  input: folder,
  errors: [...noRight, 'domains.notFound'],
  touches: ['shares'],
  freesSpace: true,
})
