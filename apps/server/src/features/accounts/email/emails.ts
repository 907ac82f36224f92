import { emails } from '@nestmark/texts/accounts/accounts'
import type { Config } from '../../../configuration/config.ts'
import type { Email } from '../../../email/mailer.ts'

type SiteUrls = Pick<Config, 'publicUrl' | 'accountsUrl'>

/** Returns the address of a page of the sign-in site, with its origin. */
export function sitePage({ publicUrl, accountsUrl }: SiteUrls, name: string): string {
  return `${accountsUrl.startsWith('/') ? publicUrl + accountsUrl : accountsUrl}/${name}`
}

function page(urls: SiteUrls, name: string, token?: string): string {
  return `${sitePage(urls, name)}${token ? `?token=${encodeURIComponent(token)}` : ''}`
}

/** Returns the email with the link that resets a forgotten password. */
export function resetPasswordEmail(urls: SiteUrls, to: string, token: string): Email {
  const { action, ...words } = emails.reset
  return { to, ...words, action: { words: action, url: page(urls, 'reset-password', token) } }
}

/** Returns the email that asks a new user to confirm the address. */
export function verifyAddressEmail(urls: SiteUrls, to: string, token: string): Email {
  const { action, ...words } = emails.verify
  return { to, ...words, action: { words: action, url: page(urls, 'verify-email', token) } }
}

/** Returns the email that asks the new address of an account for a confirmation. */
export function confirmEmail(urls: SiteUrls, to: string, token: string): Email {
  const { action, ...words } = emails.confirm
  return { to, ...words, action: { words: action, url: page(urls, 'confirm-email', token) } }
}

/** Returns the email that informs the old address of an account about the change. */
export function emailChangedEmail(urls: SiteUrls, to: string, email: string): Email {
  const { action, paragraphs, ...words } = emails.moved
  return { to, ...words, paragraphs: paragraphs(email), action: { words: action, url: page(urls, 'login') } }
}

/** Returns the email about a new passkey of the account. */
export function passkeyAddedEmail(urls: SiteUrls, to: string, name: string): Email {
  const { action, paragraphs, ...words } = emails.passkey
  return {
    to,
    ...words,
    paragraphs: paragraphs(name),
    action: { words: action, url: page(urls, 'profile') },
  }
}

/** Returns the last email, to a user who has deleted the account. */
export function accountDeletedEmail(urls: SiteUrls, to: string): Email {
  const { action, ...words } = emails.farewell
  return { to, ...words, action: { words: action, url: page(urls, 'register') } }
}

/** Returns the email about a registration with an address that has an account; only its owner may learn this. */
export function accountExistsEmail(urls: SiteUrls, to: string): Email {
  const { action, ...words } = emails.exists
  return { to, ...words, action: { words: action, url: page(urls, 'login') } }
}

/** Returns the email that invites an address without an account to a collection. */
export function invitationEmail(
  urls: SiteUrls,
  to: string,
  invitation: { inviter: { name: string; email: string }; collection: string; mayWrite: boolean },
): Email {
  const { action, paragraphs, ...words } = emails.invitation
  return {
    to,
    ...words,
    paragraphs: paragraphs(invitation),
    action: { words: action, url: `${page(urls, 'register')}?email=${encodeURIComponent(to)}` },
  }
}

/** Returns the email with a link to the login page that bypasses the limits used up by other people's guesses. */
export function signInLinkEmail(urls: SiteUrls, to: string, token: string): Email {
  const { action, ...words } = emails.signIn
  return { to, ...words, action: { words: action, url: page(urls, 'login', token) } }
}

/** Returns the email about a new password, and what ended with the old one. */
export function passwordChangedEmail(
  urls: SiteUrls,
  to: string,
  change: { first: boolean; keys: number; keysDeleted: boolean },
): Email {
  const { action, paragraphs, ...words } = emails.password
  return {
    to,
    ...words,
    paragraphs: paragraphs(change),
    action: { words: action, url: page(urls, 'forgot-password') },
  }
}
