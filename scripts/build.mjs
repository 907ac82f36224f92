import { buildPage } from './buildPage.mjs'
import { buildServer } from './buildServer.mjs'

await buildPage()
await buildServer()
