import { counted, formatNumber } from './counts.ts'

/** The dialog with the feeds of a collection. */
export const feedTexts = {
  /** 'Feed' in the same menu is the one of a public collection. */
  menu: 'Fill from feeds',
  title: (name: string) => `Feeds in ${name}`,
  intro: 'New entries of these feeds become links here, about once an hour.',
  address: 'Address',
  addressNote: 'A feed, or a page that has one.',
  tag: 'Tag',
  optional: 'optional',
  withNewest: 'Add the newest 10 entries now',
  add: 'Add feed',
  looking: 'Looking for feeds…',
  none: 'There’s no feed at this address.',
  several: 'This page has several feeds. Choose one:',
  addOne: (name: string) => `Add ${name}`,
  added: 'Feed was added',
  removed: 'Feed was removed. Its links stay.',
  loading: 'Loading feeds…',
  failed: 'Couldn’t load the feeds.',
  tagged: (tag: string) => `Tag: ${tag}`,
  check: 'Check now',
  checkOf: (name: string) => `Check ${name} now`,
  resume: 'Resume',
  resumeOf: (name: string) => `Resume ${name}`,
  pause: 'Pause',
  pauseOf: (name: string) => `Pause ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  list: 'Feeds',
  /** On the page of the collection. */
  pausedHere: (n: number) => (n === 1 ? 'A feed is paused' : `${counted(n, 'feed')} are paused`),
  export: 'Export as OPML',
  exportLine: (n: number) => `${counted(n, 'feed')}, for feed readers`,
  exportOwnLine: (n: number) => `Your ${counted(n, 'feed')}, for feed readers`,
  /** @param name of the collection, or 'nestmark' */
  exportFile: (name: string) => `${name}-feeds.opml`,
  state: {
    new: 'Checking…',
    /** `ago`: such as '12 minutes ago'. */
    ok: (ago: string) => `Checked ${ago}`,
    failing: (why: string, since: string) => `Failing since ${since}: ${why}`,
    waiting: (why: string) => why,
    paused: (why: string) => `Paused: ${why}`,
  },
  reason: {
    unreachable: 'no answer',
    status: (status: number | null) =>
      `the site answers ${status === null ? 'an error' : formatNumber(status)}`,
    notFeed: 'this is not a feed',
    tooLarge: 'it is larger than 5 MB',
    full: 'The library is full: upgrade to Pro or trash links.',
    gone: 'the site has removed it',
    right: 'the person who added it can’t add links here any more',
    encrypted: 'the collection is encrypted, so the server can’t add links',
    person: 'somebody paused it',
  },
}
