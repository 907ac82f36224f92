const inSources = (path: string) => `${import.meta.dirname}/src/${path}`

/** What the page and its libraries import of React, by what takes its place: Preact, with preact/compat. */
export const preact = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom(\/client)?$/, replacement: inSources('lib/browser/reactDom.ts') },
]
