import { buildServer } from '../../../../../scripts/building/buildServer.mjs'

/** Compiles the server, which tests start in separate processes. */
export default async function setup(): Promise<void> {
  await buildServer()
}
