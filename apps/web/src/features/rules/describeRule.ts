import type { Rule } from '@nestmark/contract/rules'
import { ruleTexts as texts } from '@nestmark/texts/rules'

/** Returns the conditions of a rule as a sentence, such as 'Links from example.com'. */
export function describeConditions({ conditions, feed }: Rule): string {
  const { host, path, title, tag } = conditions
  const parts = [
    host && texts.site(host),
    path && (path.startsWith('/') ? texts.pathStart(path) : texts.path(path)),
    title && texts.title(title),
    tag && texts.tag(tag),
    feed?.state === 'ok' && texts.feed(feed.title),
  ].filter(part => typeof part === 'string' && part !== '') as string[]
  return parts.length > 0 || feed ? texts.links(parts) : texts.every
}

/** Returns the actions of a rule as a sentence, such as 'Add #video, move to Watch later'. */
export function describeActions({ actions, collection }: Rule): string {
  const parts = [
    actions.tags && actions.tags.length > 0 && texts.addTags(actions.tags),
    collection && (collection.name ? texts.moveTo(collection.name) : texts.move),
    actions.favourite === 1 && texts.favourite,
    actions.site_name === 1 && texts.siteName,
    actions.remove_text && texts.removeText(actions.remove_text),
    actions.tracking === 1 && texts.tracking,
  ].filter(part => typeof part === 'string' && part !== '') as string[]
  return texts.actions(parts)
}

/** Returns why a rule does not do all that it says; undefined when it does. */
export function describeProblem({ collection, feed }: Rule): string | undefined {
  if (feed?.state === 'gone') return texts.problem.feedDeleted
  if (!collection || collection.state === 'ok') return undefined
  return collection.state === 'gone' ? texts.problem.lost : texts.problem[collection.state](collection.name)
}
