import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { actionResult, flag, id, link, time } from '../shapes.ts'

/**
 * What the last check found. `dead`: 404, 410, no such site, or a server that failed three times over at least a day.
 * `moved`: it names another address for good. `unsure`: it failed, but may come back. `refused`: it answers people, and
 * refuses programs. `slow`: no answer in 20 seconds. `answered`: nothing is wrong.
 */
export const linkState = z.enum(['answered', 'dead', 'moved', 'unsure', 'refused', 'slow'])
export type LinkState = z.output<typeof linkState>
export type BrokenState = Exclude<LinkState, 'answered'>

/** What is known beyond the status; '' when nothing is. */
export const linkFailure = z.enum([
  '',
  'noSite',
  'noAnswer',
  'noConnection',
  'certificateEnded',
  'certificateInvalid',
  'unreadable',
  'circles',
  'sentHome',
  'signIn',
  'challenge',
  'robots',
])
export type LinkFailure = z.output<typeof linkFailure>

/** The result of one check, for a history. */
export const checkMark = z.enum(['answered', 'failed', 'moved', 'refused'])
export type CheckMark = z.output<typeof checkMark>

export const brokenLink = z.extend(link, {
  /** The HTTP status of the last answer, or of the redirect to `location`; 0 without one. */
  status: z.number(),
  state: linkState,
  fault: linkFailure,
  /** The new address of a link that has moved. */
  location: z.nullable(z.string()),
  /** When the checks began to find this, without another result in between. */
  since: time,
  checked_at: time,
  /** The last checks, at most five, the newest last. */
  checks: z.array(checkMark),
  /** 1: likely deleted for good, so that lists select it. */
  selected: flag,
  /** 1: the caller does not want to hear of it. */
  ignored: flag,
})
export type BrokenLink = z.output<typeof brokenLink>

export const checkSchedule = z.enum(['never', 'weekly', 'monthly'])
export type CheckSchedule = z.output<typeof checkSchedule>

/** The last check of a library. */
export const linkCheck = z.object({
  /** `stopped`: it ended before its last link; check-link-status continues it. */
  state: z.enum(['never', 'running', 'done', 'stopped']),
  /** The job of a running check. */
  job: z.nullable(id),
  /** Links that were checked, and all of them. */
  done: z.number(),
  total: z.number(),
  started_at: z.nullable(time),
  finished_at: z.nullable(time),
  /** When check-link-status starts the next check; null when it does now. */
  available_at: z.nullable(time),
  schedule: checkSchedule,
  /** When the next check starts by itself. */
  next_at: z.nullable(time),
  /** Encrypted links, which only the browser knows: they are not checked. */
  encrypted: z.number(),
})
export type LinkCheck = z.output<typeof linkCheck>

/** Links that a check found. */
const foundLinks = z.array(id).check(z.maxLength(limits.foundLinksPerCall))

export const checkLinkStatus = operation({
  path: 'check-link-status',
  keyScope: 'write',
  summary:
    "Starts a background check of the caller's links, once in 24 hours, or continues one that has stopped. Sites are visited politely: HEAD, then GET, one request at a time and a second apart, as robots.txt and Retry-After ask. Links in the trash, encrypted ones and addresses of private networks are not checked. A check changes no link.",
  output: z.object({ job: id }),
  errors: ['plan.brokenLinks', 'brokenLinks.onceADay'],
  touches: ['brokenLinks', 'jobs'],
})

export const getBrokenLinks = operation({
  path: 'get-broken-links',
  keyScope: 'read',
  summary:
    "Lists the caller's links that did not answer well at their last check: the dead first, then those that have moved, are unsure, refuse programs, or are slow. `selected` marks those that are likely deleted for good.",
  output: z.array(brokenLink),
  errors: ['plan.brokenLinks'],
  reads: ['brokenLinks', 'links', 'collections', 'tags', 'favourites'],
})

export const getLinkCheck = operation({
  path: 'get-link-check',
  keyScope: 'read',
  summary: "Returns the state of the caller's last check of links, and when the next one is possible.",
  output: linkCheck,
  errors: ['plan.brokenLinks'],
  reads: ['brokenLinks', 'jobs'],
})

export const setCheckSchedule = operation({
  path: 'set-check-schedule',
  keyScope: 'write',
  summary: "Chooses how often the caller's links are checked without being asked.",
  input: z.object({ schedule: checkSchedule }),
  output: linkCheck,
  errors: ['plan.brokenLinks'],
  touches: ['brokenLinks'],
})

export const checkLink = operation({
  path: 'check-link',
  keyScope: 'write',
  summary:
    'Checks one link of the caller now, and returns what was found. It can take a minute. Encrypted links and addresses of private networks cannot be checked.',
  cost: 'scrape',
  input: z.object({ link_id: id }),
  output: z.object({ link: brokenLink }),
  errors: ['plan.brokenLinks', 'links.notFound', 'brokenLinks.notChecked'],
  touches: ['brokenLinks'],
})

export const ignoreBrokenLinks = operation({
  path: 'ignore-broken-links',
  keyScope: 'write',
  summary: 'Sets whether broken links are ignored, until their address changes.',
  input: z.object({ links: foundLinks, ignored: flag }),
  output: z.object({ changed: z.number() }),
  errors: ['plan.brokenLinks', 'links.noneChosen'],
  touches: ['brokenLinks'],
})

export const updateAddresses = operation({
  path: 'update-addresses',
  keyScope: 'write',
  summary:
    'Changes links that have moved to the address that their sites name for good. Links that have not moved stay as they are. More than 5 links are changed by a job (202). undo restores the previous addresses.',
  input: z.object({ links: foundLinks }),
  output: z.object({ changed: z.number(), ...actionResult }),
  errors: ['plan.brokenLinks', 'links.noneChosen', 'links.notFound', 'links.readOnly', 'request.tooMany'],
  events: ['link.updated'],
  touches: ['brokenLinks', 'jobs'],
})
