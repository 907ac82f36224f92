import { type Steps, stepSize } from './steps.ts'
import { WordReader } from './words.ts'

/** The words of a text by number, and the places of each word. */
export interface WordIndex {
  /** The number of words of the text. */
  count: number
  /** The word at each place, as its index in `words`. */
  ids: Uint32Array
  /** Where each word begins and ends in the text. */
  starts: Uint32Array
  ends: Uint32Array
  /** The different words. */
  words: readonly string[]
  /** Returns the index of a word in `words`; undefined when the text does not have it. */
  find(word: string): number | undefined
  /** Returns the places of a word in ascending order, by its index. */
  places(id: number): Uint32Array
}

/** A normalised text in which anchors are searched. Its words are read once, when an anchor first needs them. */
export interface SearchableText {
  readonly text: string
  readWords(): Steps<WordIndex>
}

/** @param text normalised by `TextMapBuilder` or `normaliseText` */
export function createSearchableText(text: string): SearchableText {
  let index: WordIndex | undefined
  return {
    text,
    *readWords() {
      index ??= yield* createIndex(text)
      return index
    },
  }
}

function* createIndex(text: string): Steps<WordIndex> {
  const ids = new Map<string, number>()
  let table = { ids: new Uint32Array(1024), starts: new Uint32Array(1024), ends: new Uint32Array(1024) }
  const reader = new WordReader(text)
  let count = 0
  for (let word = reader.next(); word; word = reader.next()) {
    if (count === table.ids.length)
      table = { ids: double(table.ids), starts: double(table.starts), ends: double(table.ends) }
    let id = ids.get(word.word)
    if (id === undefined) ids.set(word.word, (id = ids.size))
    table.ids[count] = id
    table.starts[count] = word.start
    table.ends[count] = word.end
    count++
    if (count % 2048 === 0) yield
  }
  const first = yield* countFirst(table.ids, count, ids.size)
  const sorted = yield* sortPlaces(table.ids, count, first)
  return {
    ...table,
    count,
    words: [...ids.keys()],
    find: word => ids.get(word),
    places: id => sorted.subarray(first[id], first[id + 1]),
  }
}

function double(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}

/** Returns where the places of each word begin among those of all words. */
function* countFirst(ids: Uint32Array, count: number, different: number): Steps<Uint32Array> {
  const first = new Uint32Array(different + 1)
  for (let at = 0; at < count; at++) {
    const id = (ids[at] ?? 0) + 1
    first[id] = (first[id] ?? 0) + 1
    if (at % stepSize === 0) yield
  }
  for (let id = 1; id <= different; id++) first[id] = (first[id] ?? 0) + (first[id - 1] ?? 0)
  return first
}

function* sortPlaces(ids: Uint32Array, count: number, first: Uint32Array): Steps<Uint32Array> {
  const sorted = new Uint32Array(count)
  const next = first.slice()
  for (let at = 0; at < count; at++) {
    const id = ids[at] ?? 0
    const place = next[id] ?? 0
    sorted[place] = at
    next[id] = place + 1
    if (at % stepSize === 0) yield
  }
  return sorted
}
