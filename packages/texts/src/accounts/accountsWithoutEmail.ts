import { accountsTexts } from './accounts.ts'
import { letterPlace } from '../emails/letterPlace.ts'

const noEmail = 'This server sends no email.'
const ask = `Ask the administrator of this server for it: the message is in ${letterPlace}.`

/** The answer of the API to a request for a new password. */
export const resetWithoutEmail = `${noEmail} If this address has an account, there is a link to choose a new password. ${ask}`

const { login, register, forgot, reset, verify, profile, errors } = accountsTexts

/** The texts of a server without SMTP: it sends no letter, but keeps each as a file for its administrator. */
const textsWithoutEmail = {
  ...accountsTexts,
  login: {
    ...login,
    link: 'Create a link to log in now',
    linkSent: (email: string) =>
      `${noEmail} If ${email} has an account, there is a link to log in without waiting. ${ask}`,
  },
  register: {
    ...register,
    checkTitle: 'Ask the administrator',
    checkLine: (email: string) =>
      `${noEmail} A link to confirm ${email} is waiting; it works for one hour. ${ask}`,
    resend: 'Create a new link',
    resent: 'There is a new link in the same folder.',
  },
  forgot: {
    ...forgot,
    line: `${noEmail} Enter the address of your account. The link to choose a new password is then put into ${letterPlace}, where the administrator can get it for you.`,
    submit: 'Create the link',
    busy: 'Creating the link',
    sentTitle: 'Ask the administrator',
    sentLine: (email: string) =>
      `${noEmail} If ${email} has an account, there is a link that works once, for one hour. ${ask}`,
  },
  reset: {
    ...reset,
    line: 'This logs you out on all devices and ends every other link. Then log in with the new password.',
    again: 'Create a new link',
  },
  verify: {
    ...verify,
    failedLine: 'It is older than an hour, or the address is already confirmed. Log in to find out.',
  },
  profile: {
    ...profile,
    emailNow: (email: string) => `Currently ${email}. A new address must be confirmed by a link. ${noEmail}`,
    emailSubmit: 'Create the link',
    emailSent: (email: string) =>
      `${noEmail} A link to confirm ${email} is waiting. ${ask} Nothing changes until you open it; it works for one hour.`,
    passwordNone: 'You don’t have a password yet. A link lets you choose one.',
    passwordFirst: 'Create a link',
  },
  errors: {
    ...errors,
    notVerified: `Your address is not confirmed yet. ${noEmail} There is a link to confirm it. ${ask}`,
  },
} as const

/** Returns the texts of the sign-in site. Those of a server without SMTP never say that an email was sent. */
export function toAccountsTexts(isEmailSent: boolean) {
  return isEmailSent ? accountsTexts : textsWithoutEmail
}
