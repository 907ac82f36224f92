import { addKey } from '@nestmark/contract/apiKeys'
import { getProfile, logout } from '@nestmark/contract/session'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signIn } from '../support/people.ts'
import type { Role, State } from './roles.testing.ts'
import { Camera } from './snapshot.testing.ts'
import { type TestPeople, freshKey, Resources, wordAbove, words } from './factory.testing.ts'

/** The app with all people and data of the table. */
export interface Fixture {
  app: TestApp
  people: TestPeople
  resources: Record<State, Resources>
  /** The owner's API keys. */
  keys: { read: string; write: string }
  camera: Camera
  /** A person without data and without access to shared data. */
  nobody: Person
  /** A token of an ended session. */
  loggedOut: string
  /** The texts that responses to a role must not contain. */
  secrets: Record<Role, readonly string[]>
}

export async function createFixture(): Promise<Fixture> {
  const app = await startApp({ copies: 'full' })
  const owner = await signIn(app, 'ada', 2)
  const write = await signIn(app, 'willem', 2)
  const read = await signIn(app, 'rosa', 2)
  const noAccess = await signIn(app, 'xaver', 2)
  const someone = await signIn(app, 'zoe')
  const people = { owner, write, read, noAccess }
  const build = (state: State) => new Resources(state, app, people, someone).build()
  const resources = {
    private: await build('private'),
    team: await build('team'),
    public: await build('public'),
  }
  const keys = { read: freshKey(), write: freshKey() }
  await owner.call(addKey, { key: keys.read, name: 'reads', scope: 'read' })
  await owner.call(addKey, { key: keys.write, name: 'writes', scope: 'write' })
  // The first use of a key is recorded. The clock does not advance, so later uses are not.
  for (const key of Object.values(keys)) await app.as(key)(getProfile, {})
  const loggedOut = await signIn(app, 'nora')
  await loggedOut.call(logout, {})
  // All types of item exist before the first call.
  for (const state of Object.values(resources)) {
    await state.notedLink()
    await state.trashedLink()
    await state.trashedCollection()
    await state.suggestion()
    await state.notification()
  }
  const nobody = await signIn(app, 'nobody', 2)
  const secrets = listSecrets(people, resources, someone)
  const camera = await Camera.create(app.services.db, owner.id)
  return { app, people, resources, keys, camera, nobody, loggedOut: loggedOut.token, secrets }
}

function listSecrets(
  { owner, write, read, noAccess }: TestPeople,
  resources: Record<State, Resources>,
  someone: Person,
): Record<Role, readonly string[]> {
  const notes = { owner: 'noteofowner', write: 'noteofwrite', read: 'noteofread', noAccess: 'noteofnoaccess' }
  const mails = { owner: owner.email, write: write.email, read: read.email, noAccess: noAccess.email }
  const everybody = Object.keys(notes) as (keyof typeof notes)[]
  const others = (role: Role, from: Record<keyof typeof notes, string>) =>
    everybody.filter(each => each !== role).map(each => from[each])
  const above = [wordAbove, owner.rootId, ...Object.values(resources).map(each => each.above)]
  const listTargets = ({ top, middle, target }: Resources) => [top, middle, target]
  const hidden = [...above, words.private, ...listTargets(resources.private)]
  const forOthers = (role: Role, more: readonly string[]) => [
    ...hidden,
    ...others(role, notes),
    ...others(role, mails),
    ...more,
  ]
  const team = [words.team, ...listTargets(resources.team)]
  return {
    owner: [...others('owner', notes), noAccess.email],
    // The write member has access only under the top, so its name is hidden from them.
    write: forOthers('write', [resources.team.top]),
    read: forOthers('read', []),
    noAccess: forOthers('noAccess', team),
    visitor: [...forOthers('visitor', team), someone.email],
  }
}

/** Waits until no job is due or running. */
export async function settled({ services, clock }: TestApp): Promise<void> {
  for (;;) {
    const due = await services.db.read
      .selectFrom('jobs')
      .select('id')
      .where('finished_at', 'is', null)
      .where('run_after', '<=', clock.now)
      .executeTakeFirst()
    if (!due) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
