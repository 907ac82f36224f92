import { LinkIndex } from '@nestmark/core/searchIndex/linkIndex'
import { openLinkTexts } from '@nestmark/client/encryption/linkTexts'
import type { IndexTasks } from './indexTasks.ts'

/** Creates what the worker of the index does, with an empty index. */
export function createIndexWork(): IndexTasks {
  const index = new LinkIndex()
  return {
    async open(key, links) {
      const opened = await Promise.all(links.map(({ facts, sealed }) => openLinkTexts(key, facts.id, sealed)))
      index.put(
        opened.flatMap((texts, at) => {
          const facts = links[at]?.facts
          return texts && facts ? { ...facts, title: texts.name, address: texts.link, descr: texts.desc } : []
        }),
      )
      return opened
    },
    async change(changed) {
      index.put(changed.flatMap(facts => index.change(facts) ?? []))
    },
    async keep(ids) {
      index.keep(ids)
    },
    async search(query) {
      return index.search(query)
    },
  }
}
