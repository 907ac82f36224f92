import { letters } from '@nestmark/texts/accounts'
import type { Config } from '../../config.ts'
import type { Letter } from '../../outside/mail.ts'

type Place = Pick<Config, 'publicUrl' | 'accountsUrl'>

/** A page of the sign-in site, with its origin. */
export function sitePage({ publicUrl, accountsUrl }: Place, name: string): string {
  return `${accountsUrl.startsWith('/') ? publicUrl + accountsUrl : accountsUrl}/${name}`
}

function page(place: Place, name: string, token?: string): string {
  return `${sitePage(place, name)}${token ? `?token=${encodeURIComponent(token)}` : ''}`
}

/** The way back in for somebody who forgot the password. */
export function resetLetter(place: Place, to: string, token: string): Letter {
  const { action, ...words } = letters.reset
  return { to, ...words, action: { words: action, url: page(place, 'reset-password', token) } }
}

/** Asks whether the address belongs to the person who registered. */
export function verifyLetter(place: Place, to: string, token: string): Letter {
  const { action, ...words } = letters.verify
  return { to, ...words, action: { words: action, url: page(place, 'verify-email', token) } }
}

/** Asks the new address of an account whether it is the person's. */
export function confirmLetter(place: Place, to: string, token: string): Letter {
  const { action, ...words } = letters.confirm
  return { to, ...words, action: { words: action, url: page(place, 'confirm-email', token) } }
}

/** Tells the old address of an account that it is the old one now. */
export function movedLetter(place: Place, to: string, email: string): Letter {
  const { action, paragraphs, ...words } = letters.moved
  return { to, ...words, paragraphs: paragraphs(email), action: { words: action, url: page(place, 'login') } }
}

/** Tells that an account can be opened with one passkey more. */
export function passkeyLetter(place: Place, to: string, name: string): Letter {
  const { action, paragraphs, ...words } = letters.passkey
  return {
    to,
    ...words,
    paragraphs: paragraphs(name),
    action: { words: action, url: page(place, 'profile') },
  }
}

/** The last mail to somebody who deleted the account. */
export function farewellLetter(place: Place, to: string): Letter {
  const { action, ...words } = letters.farewell
  return { to, ...words, action: { words: action, url: page(place, 'register') } }
}

/** Somebody registered an address that has an account; only its owner may learn so. */
export function existsLetter(place: Place, to: string): Letter {
  const { action, ...words } = letters.exists
  return { to, ...words, action: { words: action, url: page(place, 'login') } }
}

/** Leads to the login page, past the limits that guesses of others have filled. */
export function signInLetter(place: Place, to: string, token: string): Letter {
  const { action, ...words } = letters.signIn
  return { to, ...words, action: { words: action, url: page(place, 'login', token) } }
}

/** Tells that an account has a new password, and what ended with the old one. */
export function passwordLetter(
  place: Place,
  to: string,
  told: { first: boolean; keys: number; keysDeleted: boolean },
): Letter {
  const { action, paragraphs, ...words } = letters.password
  return {
    to,
    ...words,
    paragraphs: paragraphs(told),
    action: { words: action, url: page(place, 'forgot-password') },
  }
}
