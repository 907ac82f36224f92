import { assertDefined } from '@nestmark/core/assertDefined'
import type { Row, World } from '../../benchmark.ts'
import { openChange } from '../../change.ts'
import { addCrowd } from '../../crowd.ts'
import { probe } from '../../inputs/generate.ts'
import { askAs, collectionNamed, importFile, type Person, signUp } from '../../person.ts'
import { createLocation } from '../../serverLocation.ts'
import { startServer } from '../../server.ts'
import { inTurns, median } from '../../stats.ts'
import { post, Wire } from '../../wire.ts'

const turns = 60

/**
 * Compares a library beside many others in one database with the same library in a separate database: lists, searches
 * and saves. With 100,000 links and 99 others it is the promise of ten million links.
 */
export async function crowd({ large, postgres, file, libraries }: World): Promise<Row[]> {
  const location = await createLocation(postgres)
  const first = await startServer(location)
  const person = await signUp(first.port, 'grace')
  await importFile(first.port, person, file)
  const { user_id: personId } = await person.ask<{ user_id: string }>('user-data')
  await first.stop()
  await addCrowd(location, personId, libraries)
  const server = await startServer(location)
  person.ask = askAs(server.port, person.token)
  const wires = [await Wire.open(large.server.port), await Wire.open(server.port)] as const
  const changes = [
    await openChange(large.location, large.personId),
    await openChange(location, personId),
  ] as const
  const calls = [await callsOf(large.person), await callsOf(person)] as const
  const rows: Row[] = []
  for (const what of Object.keys(calls[0])) {
    // A commit precedes each call, so that no response comes from the cache.
    const side = (at: 0 | 1) => async () => {
      await changes[at].commit()
      return wires[at].time(assertDefined(calls[at][what], what)())
    }
    const taken = await inTurns({ alone: side(0), beside: side(1) }, turns)
    const [alone, beside] = [median(taken.alone), median(taken.beside)]
    rows.push({
      promise: `${what} beside ${libraries} other libraries relative to beside none, p50`,
      figure: beside / alone,
      unit: 'times',
      limit: 1.3,
      better: 'less',
      note: `${alone.toFixed(2)} and ${beside.toFixed(2)} ms`,
    })
    console.error(`  ${what}: ${alone.toFixed(2)} and ${beside.toFixed(2)} ms`)
  }
  for (const each of changes) await each.close()
  for (const wire of wires) wire.close()
  await server.stop()
  await location.remove()
  return rows
}

/** Returns the calls that are compared. Each makes its request. */
async function callsOf(person: Person): Promise<Record<string, () => Buffer>> {
  const folder_id = await collectionNamed(person, probe.folder)
  const call = (path: string, body: object) => () => post(`/api/${path}`, body, person.token)
  const search = (input: string) => call('search-links-folders', { input, type: 'link', page: 1 })
  let saved = 0
  return {
    'the dashboard': call('dashboard-links', {}),
    'a collection': call('get-folder-links-from-path', { folder_id }),
    'a page of tags': call('get-all-tags', { page: 1 }),
    'the tree': call('get-folder-chain', {}),
    'a lookup of an unsaved address': call('find-saved', { link: 'https://nobody.example.org/at/all' }),
    'a search for a rare word': search(probe.rare),
    'a search for a common word': search(probe.common),
    'a search for a beginning of two letters': search('gu'),
    'a search for one letter': search('b'),
    'a search for two words': search(`${probe.common} ${probe.rare}`),
    'a save': () =>
      post(
        '/api/save-link-from-input',
        { name: `Saved number ${++saved}`, desc: 'A note.', category: 4, parent: folder_id, tags: ['saved'] },
        person.token,
      ),
  }
}
