import { defineConfig } from 'wxt'
import { manifestOf } from './src/manifest.ts'

// `npm run build:extension` (scripts/building/buildExtension.mjs) builds all browsers with it.
export default defineConfig({
  srcDir: 'src',
  // Pictures that are served as they are.
  publicDir: 'public',
  outDir: 'dist',
  imports: false,
  // Without it, Firefox would get Manifest V2, which drops `optional_host_permissions` without a word.
  manifestVersion: 3,
  manifest: ({ browser }) => manifestOf(browser),
  zip: { artifactTemplate: 'nestmark-{{version}}-{{browser}}.zip', zipSources: false },
  vite: () => ({ oxc: { jsx: { importSource: 'preact' } }, build: { modulePreload: false } }),
})
