import * as accounts from '@nestmark/contract/accounts'
import * as keys from '@nestmark/contract/apiKeys'
import * as plans from '@nestmark/contract/plans'
import * as session from '@nestmark/contract/session'
import { type Line, ownerOnly, noToken, signedInOnly, type Row } from '../row.testing.ts'
import { freshKey } from '../factory.testing.ts'

/** Returns the row of a call about the caller's own data, whose input refers to no other person. */
const own = (op: Row['op'], input: object, more: Partial<Row> = {}): Row => ({
  op,
  key: 'write',
  input: () => input,
  expect: signedInOnly,
  ownOnly: true,
  ...more,
})

const zero = { see: 0, watch: 0, explore: 0, read: 0, listen: 0 }
const all = (outcome: Line[number], visitor: Line[number] = outcome): Line => [
  outcome,
  outcome,
  outcome,
  outcome,
  visitor,
]
let n = 0

export const sessionRows: readonly Row[] = [
  own(session.getUserData, {}, { key: 'read', empty: { count: zero } }),
  own(session.getProfile, {}, { key: 'read', empty: { count: zero } }),
  own(session.getStorage, {}, { key: 'read', empty: { count: zero, storage_used: 0 } }),
  own(
    session.exchangeCode,
    { code: 'a guess', state: 'a guess', verifier: 'a guess' },
    { key: 'ignored', expect: all('session.codeInvalid'), loggedOut: 'session.codeInvalid' },
  ),
  own(session.createAccount, {}, { key: 'ignored', expect: all('session.accountExists', noToken) }),
  own(session.logout, {}, { key: 'none', spare: true }),
  own(session.changeTheme, { theme: 1 }, { changes: 'maybe' }),
  own(session.updateDigest, { mail_digest: 0 }, { changes: 'maybe' }),
  own(session.updateView, { view: { links: 2, folders: 3 } }, { changes: 'maybe' }),
  own(session.updateCollectionsView, { folders: 3 }, { changes: 'maybe' }),
  own(session.updateLinksLoad, { load_links: 2 }, { changes: 'maybe' }),
  own(session.clipboardAccess, { clipboard_access: 1 }, { changes: 'maybe' }),
  own(session.updateAnnouncements, { announcement: 'encryption' }, { changes: 'maybe' }),
  own(
    session.rememberCollection,
    {},
    { input: resources => ({ folder_id: resources.target }), changes: 'maybe' },
  ),
]

export const accountRows: readonly Row[] = [
  own(accounts.readProfile, {}, { key: 'read' }),
  own(accounts.checkUsername, { username: 'nobody-has-it' }, { key: 'none', changes: false }),
  own(accounts.updateUserDetails, {}, { key: 'none', input: () => ({ first_name: `Name ${++n}` }) }),
  own(
    accounts.signImageUpload,
    { fileName: 'me.png', fileType: 'image/png' },
    { key: 'none', changes: false },
  ),
  own(accounts.uploadProfileImage, {}, { key: 'none', input: () => ({ picture: true }) }),
  own(
    accounts.changePassword,
    { current_password: 'a guess', new_password: 'another-guess-1' },
    { key: 'none', expect: all('profile.passwordWrong', noToken) },
  ),
  own(accounts.countAccount, {}, { key: 'none', changes: false }),
  own(accounts.deleteAccount, {}, { key: 'none', spare: true }),
]

export const planRows: readonly Row[] = [
  own(plans.redeemCoupon, { coupon: 'a guess' }, { key: 'none', expect: all('coupons.invalid', noToken) }),
  own(plans.cancelPaidSubscription, {}, { key: 'none', expect: all('plan.noSubscription', noToken) }),
  own(plans.resumePaidSubscription, {}, { key: 'none', expect: all('plan.notCancelled', noToken) }),
  own(plans.downgradeSubscription, {}, { key: 'none', spare: true, changes: 'maybe' }),
  own(plans.listPrices, {}, { key: 'none', changes: false, expect: all('payments.off', noToken) }),
  own(plans.createCheckout, { plan: 'pro-yearly' }, { key: 'none', expect: all('payments.off', noToken) }),
  own(plans.openPaymentPortal, {}, { key: 'none', expect: all('payments.off', noToken) }),
  own(plans.refreshPlan, {}, { key: 'none', expect: all('payments.off', noToken) }),
  own(plans.getCountry, {}, { key: 'ignored', changes: false, expect: all('done'), loggedOut: 'done' }),
]

export const keyRows: readonly Row[] = [
  own(keys.addKey, {}, { key: 'none', input: () => ({ key: freshKey(), name: 'own' }) }),
  {
    op: keys.addKey,
    case: 'renaming a key',
    key: 'none',
    input: async resources => ({ key: await resources.key(), name: resources.name('renamed'), type: 2 }),
    expect: ownerOnly('keys.notFound'),
  },
  own(keys.listKeys, {}, { key: 'none', changes: false }),
  {
    op: keys.deleteKey,
    key: 'none',
    input: async resources => ({ key: await resources.key() }),
    expect: ownerOnly('keys.notFound'),
  },
  own(
    keys.createConnectCode,
    { name: 'Firefox', state: 's'.repeat(43), challenge: 'c'.repeat(43) },
    { key: 'none', changes: 'maybe' },
  ),
  own(
    keys.exchangeConnectCode,
    { code: 'a guess', state: 'a guess', verifier: 'a guess' },
    { key: 'ignored', expect: all('keys.codeInvalid'), loggedOut: 'keys.codeInvalid' },
  ),
]
