import type { BrokenState, LinkFailure } from '@nestmark/contract/links/brokenLinks'
import { counted, formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** The sentence of the specification for an HTTP status (2-secondary 2.8, 8). */
function statusText(status: number): string {
  if (status === 404) return 'Link was not found'
  return status >= 500 && status < 600 ? 'Server is facing issues' : 'Permission to access denied'
}

/** Returns the status of an answer that is not a good one. */
const code = (status: number): string =>
  status > 0 && !(status >= 200 && status < 300) ? String(status) : ''

/** What is shown in place of the sentence, where there is no answer to judge by its status. */
const failureTexts: Partial<Record<LinkFailure, string>> = {
  noSite: 'No such site',
  noAnswer: 'No answer in 20 s',
  noConnection: 'No connection',
  certificateEnded: 'Certificate has expired',
  certificateInvalid: 'Certificate is not valid',
  unreadable: 'No readable answer',
  circles: 'Redirects in circles',
  sentHome: 'Redirects to the home page',
}

/** What follows the status, where more is known. */
const details: Partial<Record<LinkFailure, string>> = {
  noSite: 'name not found',
  signIn: 'asks for a sign-in',
  challenge: 'asks whether you are a robot',
  robots: 'robots.txt',
}

const sections: Record<BrokenState, { title: string; line: string }> = {
  dead: { title: 'Dead', line: 'Gone for good, most likely. Selected for you.' },
  moved: { title: 'Moved', line: 'The site has moved them to a new address.' },
  unsure: { title: 'Unsure', line: 'Failed, but not often enough to call it dead.' },
  refused: { title: 'Blocked', line: 'Answers people, refuses robots. Most likely fine.' },
  slow: { title: 'Slow', line: 'Took too long to answer.' },
}

/** The page of broken links. */
export const brokenLinkTexts = {
  title: 'Broken links',
  statusText,
  code,
  moved: 'Moved for good',
  failureText: (failure: LinkFailure) => failureTexts[failure],
  /** The line below: '404, since Nov 21'. */
  statusLine: (status: number, failure: LinkFailure, since: string) =>
    [
      code(status),
      (status === 401 ? 'asks for a sign-in' : status === 410 ? 'removed' : undefined) ??
        details[failure] ??
        '',
      since,
    ]
      .filter(Boolean)
      .join(', '),
  since: (day: string) => `since ${day}`,
  once: 'once',

  sections,
  of: (n: number, total: number) => `${formatNumber(n)} of ${formatNumber(total)}`,
  all: 'All',
  ignored: 'Ignored',
  ignoredLine: 'You chose to ignore these.',
  filter: 'Show broken links by kind',
  allCollections: 'All collections',
  filterCollection: 'Show broken links of a collection',
  more: (n: number) => `${formatNumber(n)} more`,
  moreOf: (n: number, section: string) => `${formatNumber(n)} more in ${section}`,
  columns: { title: 'Title', status: 'Status', checks: 'Last checks', collection: 'Collection' },
  checks: (failed: number, all: number) => `${failed} of the last ${all} checks failed`,
  legend: 'Last checks, newest right',
  marks: {
    answered: 'answered',
    failed: 'failed',
    moved: 'redirected',
    refused: 'refused a robot, or too slow',
  },
  fold: (section: string) => `Collapse ${section}`,
  unfold: (section: string) => `Expand ${section}`,

  lastChecked: (when: string) => `Last checked ${when}`,
  todayAt: (time: string) => `today at ${time}`,
  neverChecked: 'Your links haven’t been checked yet',
  neverCheckedLine: 'Every site is visited politely. No link is changed.',
  checkNow: 'Check now',
  schedule: 'Check automatically',
  schedules: { never: 'Never', weekly: 'Weekly', monthly: 'Monthly' },
  nextCheck: (when: string) => `Next check from ${when}`,
  encrypted: (n: number) =>
    `${counted(n, 'encrypted link')} ${n === 1 ? 'was' : 'were'} not checked: only you can read ${n === 1 ? 'its address' : 'their addresses'}.`,

  checking: 'Checking your links',
  politely: 'One visit a second to each site',
  left: (minutes: number) => (minutes < 1 ? 'Less than a minute left' : `${formatNumber(minutes)} min left`),
  canClose: 'You can close this page. The list fills in as sites answer.',
  stop: 'Stop',
  stoppedAt: (done: number, total: number) =>
    `The check stopped at ${formatNumber(done)} of ${formatNumber(total)}`,
  goOn: 'Continue',

  none: 'No broken links found',
  noneLine: (n: number, when: string) =>
    `${n === 1 ? '1 link' : `${formatNumber(n)} links`} answered. Last checked ${when}.`,
  noneHere: 'No broken links here',
  showAll: 'Show all',
  failed: 'Couldn’t load broken links',
  looking: 'Looking for your links',
  needsConnection: 'Needs a connection',
  pro: 'Broken links is a PRO feature',
  proLine: 'Find the links that are gone, and those that have moved.',
  upgrade: 'Upgrade to PRO',

  archived: 'Archived copy',
  openPage: 'Open page',
  ownCopy: 'Your copy of the page',
  checkOne: 'Check this one',
  answersNow: 'This link answers now',
  stillBroken: 'Still the same',
  edit: 'Edit address',
  ignore: 'Ignore',
  unignore: 'Stop ignoring',
  ignoring: (n: number) => `${counted(n, 'link')} ignored`,
  unignored: (n: number) => `${counted(n, 'link')} no longer ignored`,
  move: 'Move',
  trash: 'Trash',
  update: 'Update',
  updateAll: (n: number) =>
    n === 1 ? 'Update 1 to the new address' : `Update all ${formatNumber(n)} to the new address`,
  updateAllShort: (n: number) => `Update all ${formatNumber(n)}`,
  actions: (title: string) => `Actions for ${quoted(title)}`,
  select: (title: string) => `Select ${quoted(title)}`,
  selected: (n: number) => `${formatNumber(n)} selected`,
  selectAll: (n: number) => `Select all ${formatNumber(n)}`,
  bulk: 'Actions for the selected links',

  /** The sentence of the specification. */
  deleted: 'Broken links were deleted successfully',
  newAddresses: (n: number) =>
    n === 1 ? '1 link has its new address' : `${formatNumber(n)} links have their new address`,

  keys: {
    title: 'Broken links',
    moves: 'Next or previous link',
    select: 'Select',
    update: 'Update to the new address',
    check: 'Check this one',
    edit: 'Edit address',
    ignore: 'Ignore',
    move: 'Move',
    trash: 'Trash',
  },
}
