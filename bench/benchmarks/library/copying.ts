import { bookmarkBytes } from '../../inputs/generate.ts'
import { gather, waitForJob } from '../../gather.ts'
import { importFile, signUp } from '../../person.ts'
import { createLocation } from '../../serverLocation.ts'
import type { Row, World } from '../../benchmark.ts'
import { startServer } from '../../server.ts'
import { inTurns, median } from '../../stats.ts'

const links = 10_000
const turns = 3

/**
 * Measures 'Save a copy to my library' of a public collection with 10,000 links in 1,000 descendants, against the import
 * of the file that it comes from: a copy writes the same rows and parses nothing.
 */
export async function copying(world: World): Promise<Row[]> {
  const location = await createLocation(world.postgres)
  const server = await startServer(location)
  try {
    const file = bookmarkBytes({ links, folders: 1000 })
    const ada = await signUp(server.port, 'ada')
    await importFile(server.port, ada, file)
    const { top } = await gather(ada)
    await ada.ask('set-folder-permissions', { folder_id: top, read: 3, write: 0 })
    let number = 0
    const { copied, imported } = await inTurns(
      {
        copied: async () => {
          const bob = await signUp(server.port, `copier${number++}`)
          const begun = performance.now()
          await waitForJob(bob, await bob.ask('copy-folder', { folder_id: top }))
          return performance.now() - begun
        },
        imported: async () => {
          const cy = await signUp(server.port, `importer${number++}`)
          return (await importFile(server.port, cy, file)).ms
        },
      },
      turns,
    )
    const figure = median(copied)
    const against = median(imported)
    return [
      {
        promise: 'copy of a collection of 10,000 links',
        figure,
        unit: 'ms',
        limit: 1.5 * against,
        better: 'less',
        ratio: figure / against,
        note: `import of the same ${Math.round(against)} ms`,
      },
    ]
  } finally {
    await server.stop()
    await location.remove()
  }
}
