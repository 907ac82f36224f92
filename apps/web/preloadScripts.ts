import type { Plugin } from 'vite'

const preloads = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g
const entry = /\s*<script type="module" crossorigin src="[^"]+"><\/script>/

/**
 * Loads the scripts of the first visit by script elements instead of preloads: as early, and in the order of their imports. Chrome does not use
 * preloads on a page of a service worker, loads the scripts again, and warns about each.
 */
export function preloadScripts(): Plugin {
  return {
    name: 'preload-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const main = entry.exec(html)?.[0]
        if (main === undefined) throw new Error('The page has no script')
        const scripts = [...html.matchAll(preloads)].map(
          ([, path]) => `\n    <script type="module" crossorigin src="${path}"></script>`,
        )
        return html.replace(preloads, '').replace(main, scripts.join('') + main)
      },
    },
  }
}
