import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:3000'

/** Two sites from one build: the product, and the sign-in site which may later live on an origin of its own. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
      },
    },
  },
  server: { proxy: { '/api': server, '/pictures': server } },
})
