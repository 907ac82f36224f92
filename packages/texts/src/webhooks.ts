import { counted, formatNumber } from './counts.ts'

/** Webhooks: the part of the settings, its dialogs, and the mail that one was switched off. */
export const webhookTexts = {
  title: 'Webhooks',
  line: 'When something changes in your library this server calls an address of yours, within seconds. Each call is signed, and tried again for about a day until it is taken.',
  docs: 'How to receive and check calls',
  create: 'New webhook',
  none: 'No webhooks',
  noneLine: 'Your own scripts and other services can follow what you save.',
  failed: 'Your webhooks could not be read.',
  most: (n: number) => `You have ${n} webhooks, as many as one person may have.`,

  on: 'On',
  off: 'Off',
  switch: (address: string) => `Call ${address}`,
  allEvents: 'All events',
  someEvents: (n: number, of: number) => `${n} of ${of} events`,
  everywhere: 'in everything you can see',
  inside: (name: string) => `in ${name} and beneath`,
  folderGone: 'The collection it was held to is gone, so it is told nothing. Edit it to choose another.',
  offReason: {
    failing: 'Switched off by this server: 20 deliveries in a row were not taken.',
    gone: 'Switched off by this server: the receiver answered that it is gone (410).',
    secret: 'Switched off by this server: its secret cannot be read any more. Make a new one.',
  },
  never: 'Not called yet',
  taken: (status: number, date: string) => `Last call taken with ${status}, ${date}`,
  notTaken: (status: number | null, date: string) =>
    status === null ? `Last call got no answer, ${date}` : `Last call was answered ${status}, ${date}`,

  test: 'Send test',
  testOf: (address: string) => `Send test to ${address}`,
  testing: 'Calling…',
  testingOf: (address: string) => `Calling… ${address}`,
  testTaken: (status: number) => `The test was taken: answered ${status}.`,
  testRefused: (status: number) => `The test was answered ${status}. Only 200 to 299 counts as taken.`,
  testNoAnswer: 'The test got no answer. The address must be on the internet and answer within 10 seconds.',
  deliveries: 'Deliveries',
  deliveriesOf: (address: string) => `Deliveries to ${address}`,
  edit: 'Edit',
  editOf: (address: string) => `Edit the webhook ${address}`,
  delete: 'Delete',
  deleteOf: (address: string) => `Delete the webhook ${address}`,
  deleteAsk: 'Delete this webhook?',
  deleteLine: (address: string) => `${address} is not called any more, not even with what waits to be sent.`,
  deleted: 'The webhook was deleted',
  saved: 'The webhook was saved',
  switchedOn: 'The webhook is on',
  switchedOff: 'The webhook is off',

  formNew: 'New webhook',
  formEdit: 'Edit webhook',
  address: 'Address',
  addressNote: 'Called by POST with JSON. It must be on the internet; private addresses are never called.',
  desc: 'Description',
  optional: 'optional',
  events: 'Events',
  links: 'Links',
  collections: 'Collections',
  eventNames: {
    created: 'Created',
    updated: 'Changed',
    moved: 'Moved',
    trashed: 'Trashed',
    restored: 'Restored',
    deleted: 'Deleted for good',
  },
  folder: 'Only in',
  folderAll: 'Everything you can see',
  save: 'Save',
  make: 'Create webhook',

  secretTitle: 'The secret of your webhook',
  secretLine:
    'Copy it now: it is not shown again. The receiver needs it to check that a call really comes from here.',
  secret: 'Secret',
  copy: 'Copy secret',
  copied: 'The secret was copied',
  done: 'I have copied it',
  newSecret: 'New secret',
  newSecretAsk: 'Make a new secret?',
  newSecretLine: 'Calls are signed with it at once, and the old one signs nothing any more.',

  deliveriesLine: 'The last 50, kept for 30 days.',
  noDeliveries: 'Nothing was sent yet',
  noDeliveriesLine: 'What changes from now on will be listed here.',
  looking: 'Looking for deliveries',
  deliveriesFailed: 'The deliveries could not be read.',
  states: { waiting: 'Waiting', delivered: 'Taken', failed: 'Given up', dropped: 'Not sent' },
  things: (n: number) => counted(n, 'thing'),
  answered: (status: number) => `answered ${status}`,
  noAnswer: 'no answer',
  tries: (n: number) => (n === 1 ? '1 try' : `${formatNumber(n)} tries`),
  nextTry: (date: string) => `next try ${date}`,
  again: 'Send again',
  againOf: (date: string) => `Send again the delivery of ${date}`,
  sentAgain: 'It is sent again',
} as const

/** Mails about webhooks. */
export const webhookLetters = {
  off: {
    subject: 'A webhook of yours was switched off',
    paragraphs: (address: string, reason: 'failing' | 'gone' | 'secret'): readonly string[] => [
      'Hello,',
      `your webhook ${address} was switched off: ${
        {
          failing: '20 deliveries in a row were not taken, each tried for about a day.',
          gone: 'the receiver answered that it is gone (410).',
          secret: 'its secret cannot be read any more, because the secret of this server has changed.',
        }[reason]
      }`,
      'What happens from now on is not sent. Once the receiver works again, switch the webhook on in your settings.',
    ],
    action: 'Look at your webhooks',
    closing: 'You get this mail once each time a webhook is switched off.',
  },
} as const
