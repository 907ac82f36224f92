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

/** Returns an email with an address for its action. */
export const toEmail = (
  to: string,
  { action, ...words }: Omit<Email, 'to' | 'action'> & { action: string },
  url: string,
): Email => ({ to, ...words, action: { words: action, url } })

/** Returns the email with the link that resets a forgotten password. */
export const resetPasswordEmail = (urls: SiteUrls, to: string, token: string): Email =>
  toEmail(to, emails.reset, page(urls, 'reset-password', token))

/** Returns the email that asks a new user to confirm the address. */
export const verifyAddressEmail = (urls: SiteUrls, to: string, token: string): Email =>
  toEmail(to, emails.verify, page(urls, 'verify-email', token))

/** Returns the email that asks the new address of an account for a confirmation. */
export const confirmEmail = (urls: SiteUrls, to: string, token: string): Email =>
  toEmail(to, emails.confirm, page(urls, 'confirm-email', token))

/** Returns the email that informs the old address of an account about the change. */
export const emailChangedEmail = (urls: SiteUrls, to: string, email: string): Email =>
  toEmail(to, { ...emails.moved, paragraphs: emails.moved.paragraphs(email) }, page(urls, 'login'))

/** Returns the email about a new passkey of the account. */
export const passkeyAddedEmail = (urls: SiteUrls, to: string, name: string): Email =>
  toEmail(to, { ...emails.passkey, paragraphs: emails.passkey.paragraphs(name) }, page(urls, 'profile'))

/** Returns the last email, to a user who has deleted the account. */
export const accountDeletedEmail = (urls: SiteUrls, to: string): Email =>
  toEmail(to, emails.farewell, page(urls, 'register'))

/** Returns the email about a registration with an address that has an account; only its owner may learn this. */
export const accountExistsEmail = (urls: SiteUrls, to: string): Email =>
  toEmail(to, emails.exists, page(urls, 'login'))

/** Returns the email that invites an address without an account to a collection. */
export const invitationEmail = (
  urls: SiteUrls,
  to: string,
  invitation: Parameters<typeof emails.invitation.paragraphs>[0],
): Email =>
  toEmail(
    to,
    { ...emails.invitation, paragraphs: emails.invitation.paragraphs(invitation) },
    `${page(urls, 'register')}?email=${encodeURIComponent(to)}`,
  )

/** Returns the email with a link to the login page that bypasses the limits used up by other people's guesses. */
export const signInLinkEmail = (urls: SiteUrls, to: string, token: string): Email =>
  toEmail(to, emails.signIn, page(urls, 'login', token))

/** Returns the email about a new password, and what ended with the old one. */
export const passwordChangedEmail = (
  urls: SiteUrls,
  to: string,
  change: Parameters<typeof emails.password.paragraphs>[0],
): Email =>
  toEmail(
    to,
    { ...emails.password, paragraphs: emails.password.paragraphs(change) },
    page(urls, 'forgot-password'),
  )
