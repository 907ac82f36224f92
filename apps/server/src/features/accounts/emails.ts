import { letters } from '@nestmark/texts/accounts'
import type { Config } from '../../config.ts'
import type { Email } from '../../email/mailer.ts'

type Place = Pick<Config, 'publicUrl' | 'accountsUrl'>

/** A page of the sign-in site, with its origin. */
export function sitePage({ publicUrl, accountsUrl }: Place, name: string): string {
  return `${accountsUrl.startsWith('/') ? publicUrl + accountsUrl : accountsUrl}/${name}`
}

function page(place: Place, name: string, token?: string): string {
  return `${sitePage(place, name)}${token ? `?token=${encodeURIComponent(token)}` : ''}`
}

/** The way back in for somebody who forgot the password. */
export function resetPasswordEmail(place: Place, to: string, token: string): Email {
  const { action, ...words } = letters.reset
  return { to, ...words, action: { words: action, url: page(place, 'reset-password', token) } }
}

/** Asks whether the address belongs to the person who registered. */
export function verifyAddressEmail(place: Place, to: string, token: string): Email {
  const { action, ...words } = letters.verify
  return { to, ...words, action: { words: action, url: page(place, 'verify-email', token) } }
}

/** Asks the new address of an account whether it is the person's. */
export function confirmEmail(place: Place, to: string, token: string): Email {
  const { action, ...words } = letters.confirm
  return { to, ...words, action: { words: action, url: page(place, 'confirm-email', token) } }
}

/** Tells the old address of an account that it is the old one now. */
export function emailChangedEmail(place: Place, to: string, email: string): Email {
  const { action, paragraphs, ...words } = letters.moved
  return { to, ...words, paragraphs: paragraphs(email), action: { words: action, url: page(place, 'login') } }
}

/** Tells that an account can be opened with one passkey more. */
export function passkeyAddedEmail(place: Place, to: string, name: string): Email {
  const { action, paragraphs, ...words } = letters.passkey
  return {
    to,
    ...words,
    paragraphs: paragraphs(name),
    action: { words: action, url: page(place, 'profile') },
  }
}

/** The last mail to somebody who deleted the account. */
export function accountDeletedEmail(place: Place, to: string): Email {
  const { action, ...words } = letters.farewell
  return { to, ...words, action: { words: action, url: page(place, 'register') } }
}

/** Somebody registered an address that has an account; only its owner may learn so. */
export function accountExistsEmail(place: Place, to: string): Email {
  const { action, ...words } = letters.exists
  return { to, ...words, action: { words: action, url: page(place, 'login') } }
}

/** Leads to the login page, past the limits that guesses of others have filled. */
export function signInLinkEmail(place: Place, to: string, token: string): Email {
  const { action, ...words } = letters.signIn
  return { to, ...words, action: { words: action, url: page(place, 'login', token) } }
}

/** Tells that an account has a new password, and what ended with the old one. */
export function passwordChangedEmail(
  place: Place,
  to: string,
  told: { first: boolean; keys: number; keysDeleted: boolean },
): Email {
  const { action, paragraphs, ...words } = letters.password
  return {
    to,
    ...words,
    paragraphs: paragraphs(told),
    action: { words: action, url: page(place, 'forgot-password') },
  }
}
