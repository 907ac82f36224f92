import { documentPaths, planPaths, publicPaths } from '@nestmark/core/addresses/sitePaths'
import { defineConfig, type Plugin } from 'vite'
import { contractOfPage } from './contractOfPage.ts'
import { firstVisit } from './firstVisit.ts'
import { pdfAssets } from './pdfAssets.ts'
import { preact } from './preact.ts'
import { preloadScripts } from './preloadScripts.ts'
import { sharedChunks } from './sharedChunks.ts'
import { shellOfBuild } from './shellOfBuild.ts'
import { nameStyle } from './styleNames.ts'

const sitePaths = [...documentPaths, ...publicPaths, ...planPaths]
const server = `http://127.0.0.1:${process.env.PORT || 3000}`

/** Serves the sign-in site's addresses from its two files during development, as the server does. */
const accountsPages: Plugin = {
  name: 'nestmark-accounts',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/accounts\/frame\/?(\?|$)/.test(request.url ?? '')) request.url = '/accounts/frame.html'
      else if (/^\/accounts(\/[\w-]*)?\/?(\?|$)/.test(request.url ?? '')) request.url = '/accounts/index.html'
      next()
    })
  },
}

/** Builds two sites: the product, and the sign-in site, which can have another origin. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [accountsPages, contractOfPage(), pdfAssets(), preloadScripts(), shellOfBuild()],
  resolve: { alias: preact },
  oxc: { jsx: { importSource: 'preact' } },
  css: { modules: { generateScopedName: nameStyle } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Every browser of this target preloads modules.
    modulePreload: { polyfill: false },
    // The content security policy forbids `data:` URLs, and inlined files cannot be cached.
    assetsInlineLimit: 0,
    // The PDF viewer, which only its own page loads, is larger than the default limit.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: {
        app: `${import.meta.dirname}/index.html`,
        accounts: `${import.meta.dirname}/accounts/index.html`,
        frame: `${import.meta.dirname}/accounts/frame.html`,
      },
      output: {
        codeSplitting: {
          groups: [...firstVisit, ...sharedChunks].map((group, index) => ({
            ...group,
            priority: 100 - index,
          })),
        },
      },
    },
  },
  // The server refuses a sign-in from another host name, so the browser's one is passed on.
  server: {
    // A file that is read while it is written would be empty until its next change.
    watch: { awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 } },
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/pictures': { target: server, changeOrigin: false },
      // The built pages of the public site.
      [`^(${sitePaths.join('|')})/?(\\?.*)?$|^/(site|blog)/`]: { target: server, changeOrigin: false },
    },
  },
})
