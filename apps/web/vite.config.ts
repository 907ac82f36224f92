import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractOfPage } from './contractOfPage.ts'
import { firstVisit } from './firstVisit.ts'
import { shellOfBuild } from './shellOfBuild.ts'

const server = `http://127.0.0.1:${process.env.PORT || 3000}`

/** While developing: the sign-in site's addresses lead to its own two files, as the server does it. */
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

/** Two sites from one build: the product, and the sign-in site which may later live on an origin of its own. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), accountsPages, contractOfPage(), shellOfBuild()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the pages forbids data: for fonts and scripts alike, and inlined files cannot be cached.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        app: `${import.meta.dirname}/index.html`,
        accounts: `${import.meta.dirname}/accounts/index.html`,
        frame: `${import.meta.dirname}/accounts/frame.html`,
        sw: `${import.meta.dirname}/src/offline/serviceWorker.ts`,
      },
      // A service worker is asked for by one name for ever: it watches over what lies beside it.
      output: {
        codeSplitting: { groups: firstVisit },
        entryFileNames: chunk => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  // The server must see the name that the browser used: a sign-in from another one is refused.
  server: {
    // A file that is read while it is being written is empty, and stays so until the next change.
    watch: { awaitWriteFinish: { stabilityThreshold: 50, pollInterval: 10 } },
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/pictures': { target: server, changeOrigin: false },
    },
  },
})
