import { assertDefined } from '@nestmark/core/assertDefined'
import { Random, foreignWords, words } from './random.ts'

/**
 * A generated library whose tags follow from its topics, as those of a person do: a topic has tags, words, hosts and
 * sections of large hosts. Few topics and tags are frequent. A part of the links has tags that nothing in the page
 * names, hosts that occur once, or no tags at all. The same seed gives the same links.
 */
export interface Habits {
  seed: number
  links: number
  topics: number
  /** The share of tags whose name is a word of the topic, which titles may have. */
  namedTags: number
  /** The share of links on a host that occurs only once. */
  strayHosts: number
  /** The share of the words of a title that belong to the topic. */
  topicWords: number
  /** The share of tags that no topic explains. */
  ownTags: number
}

export interface TaggedLink {
  url: string
  title: string
  tags: string[]
}

/** A library of a person who tags by subject, with many names of tools, and one of a person who tags by occasion. */
export const bySubject: Habits = {
  seed: 7,
  links: 4000,
  topics: 100,
  namedTags: 0.5,
  strayHosts: 0.25,
  topicWords: 0.45,
  ownTags: 0.3,
}
export const byOccasion: Habits = {
  seed: 11,
  links: 2500,
  topics: 60,
  namedTags: 0.2,
  strayHosts: 0.5,
  topicWords: 0.4,
  ownTags: 0.25,
}

interface Topic {
  words: string[]
  tags: string[]
  hosts: string[]
  /** Its sections of the large hosts, such as a user or a board. */
  sections: string[]
}

const largeHosts = ['forge.example', 'videos.example', 'wiki.example', 'boards.example', 'news.example']
const common = 'the of and to how for with your in new best guide from what an on is why top using'.split(' ')
const occasions = ['toread', 'work', 'later', 'ideas', 'reference', 'fun', 'share', '2019']

/** Returns the links in the order in which they were saved. */
export function taggedLinks(habits: Habits): TaggedLink[] {
  const random = new Random(habits.seed)
  const topics = Array.from({ length: habits.topics }, (_, at) => makeTopic(random, habits, at))
  return Array.from({ length: habits.links }, (_, at) => makeTaggedLink(random, habits, topics, at))
}

/** Returns a bookmark file of the links, one second apart. */
export function toBookmarkFile(links: readonly TaggedLink[]): Buffer {
  const lines = links.map(
    ({ url, title, tags }, at) =>
      `<DT><A HREF="${url}" ADD_DATE="${1.5e9 + at}" TAGS="${tags.join(',')}">${title}</A>\n`,
  )
  return Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${lines.join('')}</DL><p>\n`)
}

function makeTopic(random: Random, { namedTags }: Habits, at: number): Topic {
  // Every sixth topic is read in another language.
  const language = at % 6 === 5 ? random.of(foreignWords) : null
  const vocabulary = Array.from({ length: 45 }, (_, n) =>
    language && n % 2 ? `${random.of(language)}${n > 20 ? random.of(words) : ''}` : random.of(words),
  )
  const tags = Array.from({ length: 2 + random.below(5) }, (_, n) =>
    random.share() < namedTags ? assertDefined(vocabulary[n], 'word') : `${random.of(words)}${at}`,
  )
  const named = (kind: string) => Array.from({ length: 2 + random.below(6) }, (_, n) => `${kind}${at}x${n}`)
  return {
    words: vocabulary,
    tags,
    hosts: named('site').map(name => `${name}.example`),
    sections: named('u'),
  }
}

function makeTaggedLink(random: Random, habits: Habits, topics: readonly Topic[], at: number): TaggedLink {
  // Interests change: a topic is frequent for a time, and rarely before and after it.
  const drift = Math.floor((at / habits.links) * topics.length * 0.4)
  const topic = assertDefined(topics[(random.rank(topics.length) + drift) % topics.length], 'topic')
  const title: string[] = []
  for (let count = 4 + random.below(6); title.length < count;) {
    const share = random.share()
    if (share < habits.topicWords) title.push(random.ranked(topic.words))
    else title.push(share < habits.topicWords + 0.3 ? random.of(common) : random.of(words))
  }
  const path = `${random.of(words)}-${at}`
  const share = random.share()
  let url = `https://${random.ranked(topic.hosts)}/${path}`
  if (share < habits.strayHosts) url = `https://${random.of(words)}${at}.example/${path}`
  else if (share < habits.strayHosts + 0.3) {
    const host = random.ranked(largeHosts)
    url = `https://${host}/${random.share() < 0.5 ? random.ranked(topic.sections) : `p${at}`}/${path}`
    title.push('-', host.replace('.example', ''))
  }
  const tags = new Set<string>()
  // Every fifth link has no tags.
  for (let rest = random.of([0, 1, 1, 2, 2, 2, 3, 3, 4, 0]); rest > 0; rest--)
    tags.add(random.share() < habits.ownTags ? ownTag(random) : random.ranked(topic.tags))
  return { url, title: title.join(' '), tags: [...tags] }
}

/** Returns a tag that the page does not explain: an occasion, or a word used once or twice. */
const ownTag = (random: Random) =>
  random.share() < 0.5 ? random.ranked(occasions) : `${random.of(words)}${random.below(900)}`
