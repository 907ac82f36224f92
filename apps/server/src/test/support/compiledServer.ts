import { buildServer } from '../../../../../scripts/buildServer.mjs'

/** Compiles the server, which tests start in separate processes. */
export default async function setup(): Promise<void> {
  await buildServer()
}
