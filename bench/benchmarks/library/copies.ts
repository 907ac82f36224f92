import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost, type Row, type World } from '../../benchmark.ts'
import { type CopiedSite, startSite } from '../../inputs/copiedSite.ts'
import { startStore } from '../../fileStores.ts'
import { type Person, signUp } from '../../person.ts'
import { measureHealth } from '../../healthLatency.ts'
import { createLocation } from '../../serverLocation.ts'
import { readMemory, type Server, startServer } from '../../server.ts'
import { inTurns, median, timed } from '../../stats.ts'
import { post, Wire } from '../../wire.ts'

/** Measures copies of pages from a site on this machine, on disk and in a bucket. */
export async function copies(world: World): Promise<Row[]> {
  const site = await startSite()
  const rows: Row[] = []
  for (const kind of world.stores) {
    const store = await startStore(kind)
    const location = await createLocation(world.postgres)
    const environment = { ...store.environment, FETCH_ALLOW_PRIVATE: site.host }
    const server = await startServer(location, undefined, environment)
    try {
      const ada = await signUp(server.port, 'ada')
      const bert = await signUp(server.port, 'bert')
      await bert.ask('update-keep-copies', { keep_copies: 'never' })
      const measured = [
        ...(await measureCopy(server, ada, site)),
        await measureSave(server, ada, bert, site.host),
      ]
      rows.push(...measured.map(row => ({ ...row, promise: `${row.promise}, ${kind}` })))
    } finally {
      await server.stop()
      await location.remove()
      await store.stop()
    }
  }
  site.close()
  return rows
}

/**
 * Measures a copy, from the save of its link until the copy is stored, the memory of the processes, and health
 * requests during it.
 */
async function measureCopy(
  { port, pid }: Server,
  ada: Person,
  { host, pictureBytes }: CopiedSite,
): Promise<Row[]> {
  const keep = async (page: string) => {
    const { _id } = await save(ada, `http://${host}/${page}`)
    await waitForCopy(ada, _id)
  }
  await keep('first')
  const taken: number[] = []
  let memory = 0
  const health = await measureHealth(port, async () => {
    for (let round = 0; round < 3; round++) {
      taken.push(await timed(() => keep(`large/${round}`)))
      // The processes stay alive for a while, and the peak covers their entire lifetime.
      memory = Math.max(memory, ...childrenOf(pid).map(child => readMemory(child).peak))
    }
  })
  const row = (promise: string, figure: number, unit: Row['unit'], limit: number): Row => ({
    promise,
    figure,
    unit,
    limit,
    better: 'less',
  })
  const note = `pictures of ${(pictureBytes / 1000).toFixed(0)} kB`
  return [
    { ...row('copy of a page of 1 MB with 30 pictures', median(taken), 'ms', 5000), note },
    row('memory of the largest process that makes it', memory, 'MB', 250),
    row('health during the copies, p99', health, 'ms', 250),
  ]
}

/** Measures the save of a link whose page is copied. The jobs of one save have ended before the next begins. */
async function measureSave({ port }: Server, on: Person, off: Person, host: string): Promise<Row> {
  const wire = await Wire.open(port)
  let number = 0
  const measure = async (person: Person, waitsForCopy: boolean) => {
    const form = { name: `Link ${++number}`, category: 3, link: `http://${host}/${number}` }
    const request = post('/api/save-link-from-input', form, person.token)
    const begun = performance.now()
    const { status, body } = await wire.ask(request)
    const took = performance.now() - begun
    const answer = JSON.parse(body.toString())
    if (status !== 200) throw new Error(`A save answered ${status}: ${answer.message}`)
    if (waitsForCopy) await waitForCopy(person, answer.data._id)
    // The job that looks for the title and the picture of the page.
    await pause(150)
    return took
  }
  const taken = await inTurns({ on: () => measure(on, true), off: () => measure(off, false) }, 60)
  wire.close()
  const note = `off ${median(taken.off).toFixed(2)} ms`
  return atMost(1.1, 'save of a link with copies on, p50', median(taken.on), median(taken.off), note)
}

const save = (person: Person, link: string) =>
  person.ask<{ _id: string }>('save-link-from-input', { name: 'Page', category: 3, link })

async function waitForCopy(person: Person, linkId: string): Promise<void> {
  for (;;) {
    const { state, fault: failure } = await person.ask<{ state: string; fault: string | null }>('get-copy', {
      link_id: linkId,
    })
    if (state === 'kept') return
    if (failure !== null || state === 'off') throw new Error(`The copy is ${state}: ${failure}.`)
    await pause(20)
  }
}

/** Returns the processes that a process has started and that run. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(name => {
      try {
        return (
          Number(
            readFileSync(`/proc/${name}/stat`, 'utf8')
              .replace(/^.*\) \S /s, '')
              .split(' ')[0],
          ) === pid
        )
      } catch {
        // It has ended since.
        return false
      }
    })
    .map(Number)
}
