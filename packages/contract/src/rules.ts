import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { operation } from './operation.ts'
import { actionResult, flag, id, tagName, time } from './shapes.ts'

const code = (name: ErrorCode) => ({ error: name })

/** A text of a rule. An empty one is as none. */
const text = z.string().check(z.trim(), z.maxLength(limits.ruleText, code('rules.textTooLong')))

/** What a link must be like: all that are given. Without any the rule is for every link. */
export const ruleConditions = z.object({
  /** A site, such as example.com, with all hosts below it. */
  host: z.optional(text),
  /** The path begins with it when it begins with `/`; else the path or the query contains it. Without regard to case. */
  path: z.optional(text),
  /** The title contains it, without regard to case and accents. */
  title: z.optional(text),
  /** The name of a tag that the link has. */
  tag: z.optional(tagName),
  /** The id of a feed: its entries as they arrive. */
  feed: z.optional(id),
})
export type RuleConditions = z.output<typeof ruleConditions>

/** What becomes of a link; at least one. */
export const ruleActions = z.object({
  /** The names of tags that it gets. */
  tags: z.optional(z.array(tagName).check(z.maxLength(limits.tagsPerRule, code('rules.tooManyTags')))),
  /** The id of an own collection that it moves to. */
  collection: z.optional(id),
  favourite: z.optional(flag),
  /** 1: the name of the site is removed from the end or the beginning of its title. */
  site_name: z.optional(flag),
  /** This text is removed from its title, where it is written exactly so. */
  remove_text: z.optional(text),
  /** 1: known tracking parameters, such as utm_source, are removed from its address. */
  tracking: z.optional(flag),
})
export type RuleActions = z.output<typeof ruleActions>

/** The conditions and actions of a rule. */
export const ruleContent = z.object({ conditions: ruleConditions, actions: ruleActions })

export const rule = z.extend(ruleContent, {
  _id: id,
  /** 1: it applies to new links. */
  active: flag,
  /**
   * The collection that links move to; null without one. A rule does not move links while its state is not `ok`: it is in
   * the `trash`, `encrypted`, or `gone`, deleted or of another person.
   */
  collection: z.nullable(z.object({ name: z.string(), state: z.enum(['ok', 'trash', 'encrypted', 'gone']) })),
  /** The feed of the conditions; null without one. `gone`: it was removed, and the rule has no links. */
  feed: z.nullable(z.object({ title: z.string(), state: z.enum(['ok', 'gone']) })),
  created: time,
})
export type Rule = z.output<typeof rule>

const refusals = [
  'rules.hostInvalid',
  'rules.textTooLong',
  'rules.actionRequired',
  'rules.tooManyTags',
  'rules.encrypted',
  'tags.nameRequired',
  'tags.nameTooLong',
  'collections.notFound',
  'collections.otherOwner',
  'collections.inTrash',
  'feeds.notFound',
] as const satisfies ErrorCode[]

export const listRules = operation({
  path: 'rules',
  keyScope: 'read',
  summary: "Lists the person's rules, in the order in which they apply.",
  output: z.array(rule),
  reads: ['rules', 'collections', 'feeds'],
})

export const saveRule = operation({
  path: 'save-rule',
  keyScope: 'write',
  summary:
    "Makes a rule: it changes the person's own links that meet its conditions as they are saved, by hand, by a program or by a feed. Rules apply in their order, and each sees what those before it changed. " +
    'They never change encrypted links, links of others, or imported ones; see apply-rules. At most 50.',
  input: ruleContent,
  output: rule,
  errors: [...refusals, 'rules.tooMany'],
  touches: ['rules'],
})

export const updateRule = operation({
  path: 'update-rule',
  keyScope: 'write',
  summary: 'Changes a rule, pauses it or resumes it. Given conditions or actions replace all previous ones.',
  input: z.object({
    rule_id: id,
    active: z.optional(flag),
    conditions: z.optional(ruleConditions),
    actions: z.optional(ruleActions),
  }),
  output: rule,
  errors: ['rules.notFound', ...refusals],
  touches: ['rules'],
})

export const orderRules = operation({
  path: 'order-rules',
  keyScope: 'write',
  summary: 'Sets the order of the rules. Those that are not named follow in their previous order.',
  input: z.object({ rules: z.array(id).check(z.maxLength(limits.rules)) }),
  output: z.array(rule),
  touches: ['rules'],
})

export const deleteRule = operation({
  path: 'delete-rule',
  keyScope: 'write',
  summary: 'Deletes a rule. What it has changed stays.',
  input: z.object({ rule_id: id }),
  errors: ['rules.notFound'],
  touches: ['rules'],
  freesSpace: true,
})

/** A link that rules would change, and only what would change. */
export const ruleExample = z.object({
  _id: id,
  title: z.string(),
  link: z.string(),
  new_title: z.optional(z.string()),
  new_link: z.optional(z.string()),
  new_tags: z.optional(z.array(z.string())),
  /** The name of the collection that it would move to. */
  new_collection: z.optional(z.string()),
  favourite: z.optional(z.literal(1)),
})
export type RuleExample = z.output<typeof ruleExample>

export const testRules = operation({
  path: 'test-rules',
  keyScope: 'read',
  summary:
    "Returns how many of the person's links rules would change in this order, with the newest five as examples. Changes nothing; the rules need not be saved.",
  input: z.object({ rules: z.array(ruleContent).check(z.maxLength(limits.rules)) }),
  output: z.object({ changes: z.number(), examples: z.array(ruleExample) }),
  errors: [
    'rules.hostInvalid',
    'rules.textTooLong',
    'rules.tooManyTags',
    'tags.nameRequired',
    'tags.nameTooLong',
  ],
  reads: ['links', 'collections', 'tags', 'favourites', 'feeds'],
})

export const applyRules = operation({
  path: 'apply-rules',
  keyScope: 'write',
  summary:
    "Applies rules as they are now to all of the person's own links, by a job, in the order of the list. Paused rules apply too when they are named; without `rules` all that are not paused. undo restores titles, addresses, tags, collections and favourite marks that were not changed since.",
  input: z.object({ rules: z.optional(z.array(id).check(z.maxLength(limits.rules))) }),
  /** `links`: how many the job goes through. */
  output: z.object({ links: z.number(), job: actionResult.job }),
  errors: ['rules.notFound', 'rules.noneChosen', 'request.tooMany'],
  events: ['link.tagged', 'link.updated', 'link.movedAway', 'link.movedHere'],
  touches: ['favourites', 'jobs'],
})
