import { setTimeout as pause } from 'node:timers/promises'
import { assertDefined } from '@nestmark/core/assertDefined'
import { abuseNames, abusersLinks, openSite, pageAbuse } from '../../abuse.ts'
import { startProgram } from '../../childProgram.ts'
import { bookmarkBytes } from '../../inputs/generate.ts'
import { importFile, archivePageFile, type Person, signUp } from '../../person.ts'
import { createLocation } from '../../serverLocation.ts'
import { atMost, type Row, type World } from '../../benchmark.ts'
import { startServer } from '../../server.ts'
import { median, percentile, timed } from '../../stats.ts'
import { post, Wire } from '../../wire.ts'

/** Maximum slowdown of other people while one client uses as much as it can get. */
const times = 3
/** Normal and loaded measurements alternate. A row is the median of its rounds, because single rounds vary by milliseconds. */
const rounds = 3
const copyAction = 'copy of a sent page'
/** How long the copy of a small page may take while two people send large ones, in milliseconds. */
const maxCopyMs = 2000
const note = { name: 'A note', desc: 'Saved during the load', category: 4 }
const origin = 'http://127.0.0.1'

/** Milliseconds by the name of the action. */
type Durations = Record<string, number>

interface Other {
  port: number
  person: Person
  email: string
  /** Origin of a site that responds immediately. */
  site: string
}

/** The actions of another person. Each returns its typical duration in milliseconds. */
const actions: Record<string, (other: Other) => Promise<number>> = {
  // Each list follows a change, because an unchanged list comes from the cache.
  'list, p95': async ({ port, person }) => {
    const wire = await Wire.open(port)
    const took: number[] = []
    for (let n = 0; n < 150; n++) {
      await wire.time(post('/api/save-link-from-input', note, person.token))
      took.push(await wire.time(post('/api/dashboard-links', {}, person.token)))
    }
    wire.close()
    return percentile(took, 0.95)
  },
  save: async ({ port, person }) =>
    median(await repeated(40, port, () => post('/api/save-link-from-input', note, person.token))),
  preview: async ({ port, person, site }) =>
    median(await repeated(8, port, n => post('/api/scrape-link', { link: `${site}/${n}` }, person.token))),
  'sign-in': async ({ port, email }) => {
    const body = { email, password: 'a long password of theirs' }
    return median(
      await repeated(4, port, () => post('/api/auth/sign-in/email', body, undefined, '192.0.2.9')),
    )
  },
  'import of 10 links': async ({ port, person }) => {
    const took: number[] = []
    for (let seed = 0; seed < 4; seed++)
      took.push(await timed(() => importFile(port, person, bookmarkBytes({ links: 10, seed }))))
    return median(took)
  },
  [copyAction]: async ({ port, person }) => {
    const html = `<title>A page</title><article>${'<p>Words of a page, and more words. </p>'.repeat(40)}</article>`
    const took: number[] = []
    for (let n = 0; n < 5; n++)
      took.push(await timed(() => archivePageFile(port, person.token, `https://b.example/${n}`, html)))
    return median(took)
  },
}

async function repeated(count: number, port: number, request: (n: number) => Buffer): Promise<number[]> {
  const wire = await Wire.open(port)
  const took: number[] = []
  for (let n = 0; n < count; n++) took.push(await wire.time(request(n)))
  wire.close()
  return took
}

/** Measures the actions of another person during each kind of abuse, relative to their usual duration. */
export async function fairness(world: World): Promise<Row[]> {
  const location = await createLocation(world.postgres)
  const site = await openSite()
  const server = await startServer(location, undefined, {
    PUBLIC_URL: origin,
    FETCH_ALLOW_PRIVATE: site.host,
  })
  try {
    const { port } = server
    const accounts = await signUpAll(port, 'abuser', 3)
    const abuser = assertDefined(accounts[0], 'abuser')
    const target = { port, site: `http://${site.host}`, tokens: accounts.map(({ token }) => token) }
    await importFile(port, abuser, bookmarkBytes({ links: abusersLinks, seed: 7 }))
    const rows: Row[] = []
    let number = 0
    for (const name of abuseNames) {
      const usual: Durations[] = []
      const during: Durations[] = []
      for (let round = 0; round < rounds; round++) {
        // A new person for each round, because imports are limited to ten per minute.
        const other = await createOther(port, ++number, target.site)
        usual.push(await measure(other))
        const abuse = await startProgram('abuse.process.ts', [name, JSON.stringify(target)])
        await pause(1500)
        during.push(await measure(other))
        await abuse.end()
      }
      for (const action of Object.keys(actions)) {
        const [figure = NaN, baseline = NaN] = [during, usual].map(all =>
          median(all.map(each => each[action] ?? NaN)),
        )
        const row = atMost(times, `${action} during ${name}`, figure, baseline)
        // Both processes that read pages may be in use: the next page waits for one large page.
        rows.push(name === pageAbuse && action === copyAction ? { ...row, limit: maxCopyMs } : row)
      }
    }
    return rows
  } finally {
    await server.stop()
    site.close()
    await location.remove()
  }
}

async function signUpAll(port: number, name: string, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < count; n++) people.push(await signUp(port, `${name}${n}`, `198.51.100.${n + 1}`))
  return people
}

/** Creates a person with 1,000 links. */
async function createOther(port: number, number: number, site: string): Promise<Other> {
  const person = await signUp(port, `other${number}`, `192.0.2.${number + 10}`)
  await importFile(port, person, bookmarkBytes({ links: 1000, seed: 3 }))
  return { port, person, email: `other${number}@example.org`, site }
}

async function measure(other: Other): Promise<Durations> {
  const took: Durations = {}
  for (const [name, action] of Object.entries(actions)) took[name] = await action(other)
  return took
}
