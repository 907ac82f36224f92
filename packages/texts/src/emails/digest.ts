import { counted } from '../counts.ts'

/** The daily email about unread notifications, and the page that stops it. */
export const digestTexts = {
  subject: (n: number) => `${counted(n, 'new notification')} in Nestmark`,
  hello: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  intro: 'Here’s what’s new since the last email:',
  more: (n: number) => `There ${n === 1 ? 'is one' : `are ${n.toLocaleString('en-US')}`} more.`,
  action: 'Open your notifications',
  closing: 'You get this email at most once a day, and only when there is something new.',
  stop: 'Unsubscribe',

  pageTitle: 'Daily notification email',
  stopping: 'One moment',
  stopped: 'You won’t get these emails any more',
  stoppedLine: 'You still see notifications in Nestmark. You can turn the email back on in Settings.',
  toSettings: 'Go to Settings',
  failed: 'This link doesn’t work',
  failedLine:
    'The link is incomplete, or the account no longer exists. You can turn the email off in Settings.',
}
