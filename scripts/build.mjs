import { buildPage } from './building/buildPage.mjs'
import { buildServer } from './building/buildServer.mjs'
import { buildSite } from './building/buildSite.mjs'

await buildPage()
await buildSite()
await buildServer()
