import { buildPage } from './buildPage.mjs'
import { buildServer } from './buildServer.mjs'
import { buildSite } from './buildSite.mjs'

await buildPage()
await buildSite()
await buildServer()
