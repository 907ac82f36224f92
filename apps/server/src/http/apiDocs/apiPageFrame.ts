import { escapeHtml } from '../../calls/escapeHtml.ts'

/** Renders a value as JSON that unfolds; nothing without a value. */
export function renderBlock(title: string, value: unknown): string {
  return value
    ? `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`
    : ''
}

/** Renders a page of the API, which has no scripts. @param page `back` is an address with its name */
export function renderFrame(page: {
  title: string
  back: readonly [address: string, name: string]
  intro: string
  nav: string
  main: string
}): string {
  const [address, name] = page.back
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${page.title}</title><style>${style}</style></head><body><header><p><a class="back" href="${address}">← ${name}</a></p><h1>${page.title}</h1>${page.intro}</header>
${page.nav && `<nav aria-label="Calls">${page.nav}</nav>`}<main>${page.main}</main></body></html>`
}

// The colours of the product: the browser's default blue has too little contrast on its dark background.
const style = `:root{color-scheme:light dark;background:light-dark(#fbfaf8,#1a1f20);color:light-dark(#18201f,#eeede8)}
*{box-sizing:border-box}a{color:light-dark(#0b6a7c,#80d4de)}body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem}
.back{display:inline-flex;align-items:center;min-height:44px;text-decoration:none;font-weight:600}
h1{font:500 2rem Georgia,serif;margin:.25rem 0;overflow-wrap:anywhere}h2{font:500 1.5rem Georgia,serif;margin:3rem 0 .5rem;padding-top:1rem;border-top:1px solid #8884}
h3{font-size:1rem;margin:2rem 0 .25rem}h3 a{text-decoration:none}p{margin:.25rem 0;max-width:68ch}code{overflow-wrap:anywhere}
nav{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:0 1rem;align-items:start;margin-top:1rem}
nav summary{padding:.35rem 0}nav ul{margin:0 0 .5rem;padding-left:1.2rem}nav li,.table li{overflow-wrap:anywhere}.table{list-style:none;padding:0}.table li{padding:.2rem 0}
.who{opacity:.75}.curl{white-space:pre-wrap;overflow-wrap:anywhere}pre{overflow:auto;max-height:24rem;margin:.4rem 0;padding:.6rem .75rem;background:#8882;border-radius:8px;font-size:12px}:target{scroll-margin-top:1rem}`

/** Returns a text of the OpenAPI document as HTML: what stands in backticks is code, as in Markdown. */
export const renderText = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
