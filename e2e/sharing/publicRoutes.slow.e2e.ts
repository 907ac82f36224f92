import { sessionTexts } from '@nestmark/texts/accounts/session'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment({ planLimits: true })
let free: Person
let paid: Person
beforeAll(async () => {
  free = await env.signIn('fay')
  paid = await env.signIn('pia', 2)
})

/** What a route shows: words of the page, or the address to which it leads. */
type Shown = { text: string } | { to: string }

/** The routes of the specification (2-secondary 2.1): for a visitor, and for people with the free and the paid plan. */
const routes: readonly (readonly [path: string, visitor: Shown, free?: Shown, paid?: Shown])[] = [
  ['/', { text: 'Try it' }, { text: 'A place for every link' }],
  ['/testR', { text: 'Hello' }],
  ['/register', { to: '/accounts/register' }],
  ['/login', { to: '/accounts/login' }],
  ['/forgot-password', { to: '/accounts/forgot-password' }],
  ['/about-us', { text: 'About us' }],
  ['/blog', { text: 'Read More' }],
  ['/blog/how-deep-is-too-deep', { text: 'There is no right depth' }],
  ['/token', { text: sessionTexts.notStarted }],
  ['/pricing', { text: 'Choose Pro' }, { text: 'Go to Dashboard' }, { text: 'Downgrade' }],
  ['/downloads', { text: 'Bookmarklet' }],
  ['/privacy-policy', { text: 'What is stored' }],
  ['/terms', { text: 'Who runs this server' }],
  ['/black-friday', { to: '/pricing' }],
  ['/early-bird', { text: 'Claim now' }],
  ['/pricing-ltd', { text: 'Our LTD plans' }],
  [
    '/duplicates',
    { to: '/accounts/login' },
    { text: 'Upgrade to PRO' },
    { text: 'No duplicate links found' },
  ],
  ['/broken', { to: '/accounts/login' }, { text: 'Upgrade to PRO' }, { text: 'Check now' }],
  ['/dashboard', { to: '/accounts/login' }, { text: 'My Collections' }],
  ['/tags', { to: '/accounts/login' }, { text: 'No tags found' }],
  ['/my-profile', { to: '/accounts/login' }, { text: 'Profile' }],
  ['/favourites', { to: '/accounts/login' }, { text: 'No favourite collections found' }],
  ['/search/?q=a&type=tag', { to: '/accounts/login' }, { text: 'Results for' }],
  ['/add-link/', { to: '/accounts/login' }, { text: 'What would you like to save?' }],
  ['/shared', { to: '/accounts/login' }, { text: 'No shared collections found' }],
  ['/notifications', { to: '/accounts/login' }, { text: 'No notifications found' }],
  ['/settings', { to: '/accounts/login' }, { text: 'Danger Zone' }],
  ['/highlights', { to: '/accounts/login' }, { text: 'No highlights found' }],
  [
    '/suggestions',
    { to: '/accounts/login' },
    { text: 'Suggested link is a PRO feature' },
    { text: 'No suggested links found' },
  ],
  ['/trash', { to: '/accounts/login' }, { text: 'No collections found' }],
  ['/c/nothing', { text: 'Access needed' }, { text: 'No Collection found' }],
  ['/l/nothing', { text: 'No link found' }],
  ['/no/such/page', { text: 'not found' }],
  ['/close-tab/', { to: '/accounts/login' }, { text: 'close' }],
]

test(
  'MKT-01 MKT-05 MKT-06 NAV-10 every route answers as specified, for a visitor and on the free and the paid plan',
  { timeout: 180_000 },
  async () => {
    const missing: string[] = []
    for (const [who, person] of [
      ['visitor', null],
      ['free', free],
      ['paid', paid],
    ] as const) {
      const page = await env.open(person, '/help')
      for (const [path, visitor, onFree = visitor, onPaid = onFree] of routes) {
        const shown = { visitor, free: onFree, paid: onPaid }[who]
        // A page that redirects at once does not finish loading.
        await page.goto(path, { waitUntil: 'commit' })
        const found =
          'to' in shown
            ? expect.poll(() => new URL(page.url()).pathname, { timeout: 10_000 }).toBe(shown.to)
            : page.getByText(shown.text).filter({ visible: true }).first().waitFor({ timeout: 10_000 })
        await found.catch(() => missing.push(`${who} ${path}: ${JSON.stringify(shown)}, but ${page.url()}`))
      }
    }
    expect(missing).toEqual([])
  },
)
