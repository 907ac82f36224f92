import { createCollection } from '@nestmark/contract/collections'
import { saveHighlight } from '@nestmark/contract/reading/highlights'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { favouriteLink, saveLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import type { TestEnvironment } from '../support/testEnvironment.ts'

const turf = 'https://coldhouse.review/essays/turf-houses'
export const turfTitle = 'How turf houses made Iceland warm for a thousand years'

/** Saves a link a day after the one before; returns its id. */
export async function saveAfter(
  env: TestEnvironment,
  person: Person,
  link: string,
  more: Partial<Input<typeof saveLink>> = {},
): Promise<string> {
  env.app.clock.now += 86_400_000
  return (await person.call(saveLink, { link, name: link, category: 3, ...more }))._id
}

/** Saves three groups of duplicates: of three, two and five links. Returns the ids of each. */
export async function addDuplicates(env: TestEnvironment, person: Person): Promise<string[][]> {
  const make = async (name: string, parent?: string) =>
    (await person.call(createCollection, { name, ...(parent && { parent }) }))._id
  const research = await make('Research')
  const [timber, pile] = [await make('Turf & timber', research), await make('Reading pile')]
  const named = { name: turfTitle }
  const first = await saveAfter(env, person, turf, {
    ...named,
    parent: timber,
    tags: ['vernacular', 'iceland'],
  })
  await person.call(saveNote, { link_id: first, note: 'The walls breathe' })
  await person.call(favouriteLink, { link_id: first, is_fav: 1 })
  await person.call(saveHighlight, { url: turf, text: 'Turf walls' })
  const turfs = [
    first,
    await saveAfter(env, person, `${turf}?utm_source=letter&utm_medium=email`, {
      ...named,
      parent: pile,
      tags: ['later'],
    }),
    await saveAfter(env, person, `${turf.replace('https://', 'https://www.')}/?fbclid=IwAR0xLq4`, {
      ...named,
      parent: timber,
      tags: ['turf'],
    }),
  ]
  const hebrew = 'בתי עפר באיסלנד'
  const twice = { name: hebrew, parent: pile }
  const houses = [
    await saveAfter(env, person, 'https://bait.example/efer', twice),
    await saveAfter(env, person, 'https://bait.example/efer', twice),
  ]
  const trains = []
  for (const address of ['', '#karte', '?', '#a', '#b'])
    trains.push(
      await saveAfter(env, person, `https://nachtzugkarte.example/${address}`, { name: 'Night trains' }),
    )
  return [turfs, houses, trains]
}
