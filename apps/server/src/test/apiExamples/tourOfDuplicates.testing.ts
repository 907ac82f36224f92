import * as contract from '@nestmark/contract/links/duplicates'
import { saveLink } from '@nestmark/contract/links/links'
import { dismissUntidyLinks, listUntidyLinks } from '@nestmark/contract/tidy'
import type { Recorder } from './record.testing.ts'

const address = 'https://bread.example/baguette'

/** Finds a link that was saved three times, merges two, and deletes the third. Keeps one without tags as it is. */
export async function tourOfDuplicates(
  call: <T = never>(op: Parameters<Recorder['call']>[0], input?: Record<string, unknown>) => Promise<T>,
  parent: string,
): Promise<void> {
  for (const link of [address, `${address}?utm_source=letter`, `${address}#crust`])
    await call(saveLink, { name: 'Baguette', link, category: 3, parent, tags: ['recipes'] })
  await call(contract.countDuplicates)
  const groups = await call<Record<string, { _id: string }[]>>(contract.findDuplicates, { level: 3 })
  const [ids = []] = Object.values(groups).map(group => group.map(link => link._id))
  const [keep, merged, deleted] = ids
  await call(contract.markDistinct, { links: ids })
  await call(contract.mergeDuplicates, { groups: [{ keep, links: [merged] }] })
  await call(contract.deleteDuplicateBroken, { links: [{ _id: deleted, tags: [] }] })
  await call(saveLink, { name: 'Brioche', link: 'https://bread.example/brioche', category: 3, parent })
  const { links } = await call<{ links: { _id: string }[] }>(listUntidyLinks, { group: 'untagged' })
  await call(dismissUntidyLinks, { links: [links[0]?._id], group: 'untagged' })
}
