import { emails } from '@nestmark/texts/accounts'
import type { Config } from '../../config.ts'
import type { Email } from '../../email/mailer.ts'

type Place = Pick<Config, 'publicUrl' | 'accountsUrl'>

/** Returns the address of a page of the sign-in site, with its origin. */
export function sitePage({ publicUrl, accountsUrl }: Place, name: string): string {
  return `${accountsUrl.startsWith('/') ? publicUrl + accountsUrl : accountsUrl}/${name}`
}

function page(place: Place, name: string, token?: string): string {
  return `${sitePage(place, name)}${token ? `?token=${encodeURIComponent(token)}` : ''}`
}

/** Returns the email with the link that resets a forgotten password. */
export function resetPasswordEmail(place: Place, to: string, token: string): Email {
  const { action, ...words } = emails.reset
  return { to, ...words, action: { words: action, url: page(place, 'reset-password', token) } }
}

/** Returns the email that asks a new user to confirm the address. */
export function verifyAddressEmail(place: Place, to: string, token: string): Email {
  const { action, ...words } = emails.verify
  return { to, ...words, action: { words: action, url: page(place, 'verify-email', token) } }
}

/** Returns the email that asks the new address of an account for a confirmation. */
export function confirmEmail(place: Place, to: string, token: string): Email {
  const { action, ...words } = emails.confirm
  return { to, ...words, action: { words: action, url: page(place, 'confirm-email', token) } }
}

/** Returns the email that informs the old address of an account about the change. */
export function emailChangedEmail(place: Place, to: string, email: string): Email {
  const { action, paragraphs, ...words } = emails.moved
  return { to, ...words, paragraphs: paragraphs(email), action: { words: action, url: page(place, 'login') } }
}

/** Returns the email about a new passkey of the account. */
export function passkeyAddedEmail(place: Place, to: string, name: string): Email {
  const { action, paragraphs, ...words } = emails.passkey
  return {
    to,
    ...words,
    paragraphs: paragraphs(name),
    action: { words: action, url: page(place, 'profile') },
  }
}

/** Returns the last email, to a user who has deleted the account. */
export function accountDeletedEmail(place: Place, to: string): Email {
  const { action, ...words } = emails.farewell
  return { to, ...words, action: { words: action, url: page(place, 'register') } }
}

/** Returns the email about a registration with an address that has an account; only its owner may learn this. */
export function accountExistsEmail(place: Place, to: string): Email {
  const { action, ...words } = emails.exists
  return { to, ...words, action: { words: action, url: page(place, 'login') } }
}

/** Returns the email that invites an address without an account to a collection. */
export function invitationEmail(
  place: Place,
  to: string,
  invitation: { inviter: { name: string; email: string }; collection: string; mayWrite: boolean },
): Email {
  const { action, paragraphs, ...words } = emails.invitation
  return {
    to,
    ...words,
    paragraphs: paragraphs(invitation),
    action: { words: action, url: `${page(place, 'register')}?email=${encodeURIComponent(to)}` },
  }
}

/** Returns the email with a link to the login page that bypasses the limits used up by other people's guesses. */
export function signInLinkEmail(place: Place, to: string, token: string): Email {
  const { action, ...words } = emails.signIn
  return { to, ...words, action: { words: action, url: page(place, 'login', token) } }
}

/** Returns the email about a new password, and what ended with the old one. */
export function passwordChangedEmail(
  place: Place,
  to: string,
  change: { first: boolean; keys: number; keysDeleted: boolean },
): Email {
  const { action, paragraphs, ...words } = emails.password
  return {
    to,
    ...words,
    paragraphs: paragraphs(change),
    action: { words: action, url: page(place, 'forgot-password') },
  }
}
