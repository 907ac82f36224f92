import { buildServer } from '../../../../../scripts/buildServer.mjs'

/** Compiles the server, which tests start in processes of its own. */
export default async function setup(): Promise<void> {
  await buildServer()
}
