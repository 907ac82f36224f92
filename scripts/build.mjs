import { buildPage } from './buildPage.mjs'

await buildPage()
