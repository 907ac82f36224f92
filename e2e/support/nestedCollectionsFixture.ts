import { saveLink } from '@nestmark/contract/links/links'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from './collectionFixture.ts'
import type { TestEnvironment } from './testEnvironment.ts'

/**
 * Creates a user with three nested collections. The innermost one contains a link of each category.
 * @returns the user and the ID of the outermost collection
 */
export async function createNestedCollections(
  env: TestEnvironment,
): Promise<{ ada: Person; research: string }> {
  const ada = await env.signIn('ada')
  const research = await addCollection(ada, 'Research')
  const inner = await addCollection(ada, 'Vernacular building', research)
  const innermost = await addCollection(ada, 'Cold climates', inner)
  for (const category of [1, 2, 3, 4, 5])
    await ada.call(saveLink, {
      name: `Kind ${category}`,
      link: 'https://example.org/a',
      desc: 'Text',
      category,
      parent: innermost,
    })
  return { ada, research }
}
