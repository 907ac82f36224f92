import type { Row, World } from '../../benchmark.ts'
import { importFile, type Person, signUp } from '../../person.ts'
import { percentile } from '../../stats.ts'
import {
  byOccasion,
  bySubject,
  type Habits,
  taggedLinks,
  toBookmarkFile,
} from '../../inputs/taggedLibrary.ts'
import { post, Wire } from '../../wire.ts'

/** The number of suggestions that a person looks at. */
const offered = 5
const asked = 400
const libraries = { 'by subject': bySubject, 'by occasion': byOccasion }

/**
 * Measures the tag suggestions of two libraries whose tags follow from their topics. The older four fifths of the links
 * are imported; for each of the others the server receives only its address and title, and its tags are compared with
 * the first five that the person already has. The time is also measured in the large library.
 */
export async function tagSuggestions({ large, small }: World): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, habits] of Object.entries(libraries)) {
    const person = await signUp(small.server.port, `tags${habits.seed}`)
    rows.push(...(await measureLibrary(small.server.port, person, `library tagged ${name}`, habits)))
  }
  const words = ['guide to the bace dice', 'best quokka', 'fogu gu in your lojeki']
  const pages = Array.from({ length: 200 }, (_, n) => ({
    link: `https://s${n % 50}.example.org/fogu/bace-${n}`,
    name: `${words[n % words.length]} ${n}`,
  }))
  const { times } = await suggest(large.server.port, large.person, pages)
  rows.push(inTime(`tag suggestions among ${large.links.toLocaleString('en')} links, p95`, times))
  return rows
}

async function measureLibrary(port: number, person: Person, name: string, habits: Habits): Promise<Row[]> {
  const links = taggedLinks(habits)
  const known = Math.floor(links.length * 0.8)
  await importFile(port, person, toBookmarkFile(links.slice(0, known)))
  const tagged = links.slice(known).filter(link => link.tags.length > 0)
  const tests = tagged.slice(0, asked)
  const pages = tests.map(({ url, title }) => ({ link: url, name: title }))
  const { answers, times } = await suggest(port, person, pages)
  const share = (isCounted: (names: string[], tags: string[]) => boolean) =>
    (100 * tests.filter(({ tags }, at) => isCounted(answers[at] ?? [], tags)).length) / tests.length
  const right = share((names, tags) => names.some(tag => tags.includes(tag)))
  const none = share(names => names.length === 0)
  return [
    {
      promise: `${name}: a right tag among ${offered}`,
      figure: right,
      unit: '%',
      limit: 60,
      better: 'more',
    },
    { promise: `${name}: nothing suggested`, figure: none, unit: '%', limit: 5, better: 'less' },
    inTime(`${name}: tag suggestions, p95`, times),
  ]
}

const inTime = (promise: string, times: readonly number[]): Row => ({
  promise,
  figure: percentile([...times], 0.95),
  unit: 'ms',
  limit: 100,
  better: 'less',
  note: `p50 ${percentile([...times], 0.5).toFixed(1)} ms`,
})

/** Returns the first own tags suggested for each page, and the duration of each call in milliseconds. */
async function suggest(port: number, person: Person, pages: readonly { link: string; name: string }[]) {
  const wire = await Wire.open(port)
  const answers: string[][] = []
  const times: number[] = []
  for (const page of pages) {
    const begun = performance.now()
    const { body } = await wire.ask(post('/api/autofill-tags', page, person.token))
    times.push(performance.now() - begun)
    const { data } = JSON.parse(body.toString()) as { data: { _id: string | null; name: string }[] }
    const own = data.filter(tag => tag._id !== null)
    answers.push(own.slice(0, offered).map(tag => tag.name))
  }
  wire.close()
  return { answers, times }
}
