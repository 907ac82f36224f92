import { counted } from './counts.ts'

/** The daily email about unread notifications, and the page that stops it. */
export const digestTexts = {
  subject: (n: number) => `${counted(n, 'new notification')} in Nestmark`,
  hello: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  intro: 'this is new since the last mail, and you have not looked at it yet:',
  more: (n: number) => `There ${n === 1 ? 'is one' : `are ${n.toLocaleString('en-US')}`} more.`,
  action: 'Open your notifications',
  closing: 'This mail comes at most once a day, and only when something is new.',
  stop: 'Stop these mails',

  pageTitle: 'Daily mail of notifications',
  stopping: 'One moment',
  stopped: 'You won’t get these emails anymore',
  stoppedLine: 'Your notifications still wait in Nestmark. You can switch the mail on again in the settings.',
  toSettings: 'Go to the settings',
  failed: 'This address does not work',
  failedLine:
    'The link is incomplete, or the account no longer exists. You can turn the email off in Settings.',
}
