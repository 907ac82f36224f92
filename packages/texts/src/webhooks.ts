import { counted, formatNumber } from './counts.ts'

/** Webhooks: the settings section, its dialogs, and the email about a disabled webhook. */
export const webhookTexts = {
  title: 'Webhooks',
  line: 'When links or collections change, this server calls your address within seconds. Each call is signed and retried for about a day until it is delivered.',
  docs: 'How to receive and verify calls',
  create: 'New webhook',
  none: 'No webhooks',
  noneLine: 'Let your scripts and other services know when you save something.',
  failed: 'Couldn’t load your webhooks.',
  limitReached: (n: number) => `You’ve reached the limit of ${n} webhooks.`,

  on: 'On',
  off: 'Off',
  switch: (address: string) => `Call ${address}`,
  allEvents: 'All events',
  someEvents: (n: number, of: number) => `${n} of ${of} events`,
  everywhere: 'in everything you can see',
  inside: (name: string) => `in ${name} and its sub-collections`,
  ofKey: (name: string) => `Ends with the API key ${name}.`,
  folderDeleted: 'Its collection no longer exists, so nothing is sent. Edit it to choose another one.',
  offReason: {
    failing: 'Turned off: 20 deliveries in a row failed.',
    gone: 'Turned off: the receiver responded 410 Gone.',
    secret: 'Turned off: its secret can no longer be read. Create a new one.',
  },
  never: 'Not called yet',
  taken: (status: number, date: string) => `Last call delivered (${status}), ${date}`,
  notTaken: (status: number | null, date: string) =>
    status === null ? `Last call got no response, ${date}` : `Last call failed (${status}), ${date}`,

  test: 'Send test',
  testOf: (address: string) => `Send test to ${address}`,
  testing: 'Calling…',
  testingOf: (address: string) => `Calling… ${address}`,
  testTaken: (status: number) => `The test was delivered (${status}).`,
  testRefused: (status: number) =>
    `The test failed: the response was ${status}. Only 200 to 299 counts as delivered.`,
  testNoAnswer:
    'The test got no response. The address must be on the internet and respond within 10 seconds.',
  deliveries: 'Deliveries',
  deliveriesOf: (address: string) => `Deliveries to ${address}`,
  edit: 'Edit',
  editOf: (address: string) => `Edit the webhook ${address}`,
  delete: 'Delete',
  deleteOf: (address: string) => `Delete the webhook ${address}`,
  deleteAsk: 'Delete this webhook?',
  deleteLine: (address: string) => `${address} gets no more events, including pending ones.`,
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
  highlights: 'Highlights',
  eventNames: {
    created: 'Created',
    updated: 'Changed',
    moved: 'Moved',
    trashed: 'Trashed',
    restored: 'Restored',
    deleted: 'Permanently deleted',
  },
  folder: 'Only in',
  folderAll: 'Everything you can see',
  save: 'Save',
  make: 'Create webhook',

  secretTitle: 'Your webhook’s secret',
  secretLine:
    'Copy it now: it is not shown again. The receiver needs it to check that a call really comes from here.',
  secret: 'Secret',
  copy: 'Copy secret',
  copied: 'The secret was copied',
  copyByHand: 'Select it in the field and copy it by hand.',
  done: 'I’ve copied it',
  newSecret: 'New secret',
  newSecretAsk: 'Create a new secret?',
  newSecretLine: 'New calls are signed with it right away. The old secret stops working.',

  deliveriesLine: 'The last 50 of the past 30 days.',
  noDeliveries: 'Nothing has been sent yet',
  noDeliveriesLine: 'New changes will be listed here.',
  looking: 'Loading deliveries',
  deliveriesFailed: 'Couldn’t load the deliveries.',
  states: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed', dropped: 'Not sent' },
  items: (n: number) => counted(n, 'item'),
  answered: (status: number) => `response ${status}`,
  noAnswer: 'no response',
  tries: (n: number) => (n === 1 ? '1 try' : `${formatNumber(n)} tries`),
  nextTry: (date: string) => `next try ${date}`,
  again: 'Send again',
  againOf: (date: string) => `Send again the delivery of ${date}`,
  sentAgain: 'Sending again',
} as const

/** Emails about webhooks. */
export const webhookEmails = {
  off: {
    subject: 'One of your webhooks was turned off',
    paragraphs: (address: string, reason: 'failing' | 'gone' | 'secret'): readonly string[] => [
      'Hello,',
      `Your webhook ${address} was turned off: ${
        {
          failing: '20 deliveries in a row failed, each retried for about a day.',
          gone: 'the receiver responded 410 Gone.',
          secret: 'its secret can no longer be read, because the secret of this server has changed.',
        }[reason]
      }`,
      'New events are not sent. Once the receiver works again, turn the webhook on in Settings.',
    ],
    action: 'Show your webhooks',
    closing: 'You get this email once each time a webhook is turned off.',
  },
} as const
