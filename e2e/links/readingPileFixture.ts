import { saveLink } from '@nestmark/contract/links/links'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import type { TestEnvironment } from '../support/testEnvironment.ts'

/** Two users. The first one owns the collection "Reading pile", which contains one link. */
export interface ReadingPile {
  ada: Person
  willem: Person
  /** The ID of the collection. */
  pile: string
  /** The ID of the link. */
  link: string
}

/** Creates the users, and the collection below another collection. */
export async function createReadingPile(env: TestEnvironment): Promise<ReadingPile> {
  const ada = await env.signIn('ada', 2)
  const willem = await env.signIn('willem')
  const research = await addCollection(ada, 'Research')
  const pile = await addCollection(ada, 'Reading pile', research)
  const link = await ada.call(saveLink, {
    name: 'Driving rain on a sod roof',
    link: 'https://slowtimber.example/films',
    desc: 'Two hours of rain.',
    category: 2,
    parent: pile,
    tags: ['roof'],
  })
  return { ada, willem, pile, link: link._id }
}
