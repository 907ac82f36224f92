import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { build as bundle } from 'rolldown'
import sharp from 'sharp'
import { build as buildAssets } from 'vite'
import { renderFrame, type SiteAssets, type SitePage } from './frame.ts'
import { fillParts } from './parts.ts'
import { marked } from 'marked'

const folder = join(import.meta.dirname, '..')

/**
 * Builds the public site: one HTML file for each content file, and its assets below `site/`.
 * @param out the folder to write into; its previous content is deleted
 */
export async function buildSite(out: string): Promise<void> {
  const assets = await writeAssets(out)
  for (const file of readdirSync(join(folder, 'content')).filter(name => extname(name) !== ''))
    writePage(out, toPage(file), assets)
  writeBlog(out, assets)
}

/** Returns the page of a content file. The home page and the page for unknown addresses have other paths than names. */
function toPage(file: string): SitePage {
  const name = basename(file, extname(file))
  const { title, description, html } = readContent(join(folder, 'content', file))
  const path = name === 'home' ? '/' : name === 'notFound' ? '' : `/${name}`
  const isText = file.endsWith('.md')
  const content = isText ? `<article class="text">${html}</article>` : fillParts(html)
  return { path, title, description, content, name: isText ? 'text' : name }
}

/** Writes the posts that ship with Nestmark, newest first, and the frames in which the server puts posts. */
function writeBlog(out: string, assets: SiteAssets): void {
  const posts = readdirSync(join(folder, 'content/blog')).map(file => {
    const { title, description, values, html } = readContent(join(folder, 'content/blog', file))
    const image = { address: `/site/art/${values.get('art')}.svg`, alt: '' }
    return {
      slug: basename(file, '.md'),
      title,
      excerpt: description,
      html,
      date: Date.parse(values.get('date') ?? ''),
      image,
    }
  })
  writeFileSync(join(out, 'posts.json'), JSON.stringify(posts.sort((a, b) => b.date - a.date)))
  for (const name of ['blog', 'post']) {
    const frame = { path: '{path}', title: '{title}', description: '{description}', image: '{image}' }
    writeFileSync(
      join(out, `${name}.html`),
      renderFrame({ ...frame, content: '<!--content-->', name }, assets),
    )
  }
}

function writePage(out: string, page: SitePage, assets: SiteAssets): void {
  const name = page.path === '/' ? 'home' : page.path.slice(1) || 'notFound'
  writeFileSync(join(out, `${name}.html`), renderFrame(page, assets))
}

/** Bundles scripts, style sheet and fonts. The script of the head is a classic one, which runs before the first paint. */
async function writeAssets(out: string): Promise<SiteAssets> {
  await buildAssets({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    base: '/',
    build: {
      outDir: out,
      emptyOutDir: true,
      assetsDir: 'site',
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      manifest: 'manifest.json',
      rolldownOptions: { input: join(folder, 'src/client/site.ts') },
    },
  })
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[] }
  >
  rmSync(join(out, 'manifest.json'))
  const script = manifest['src/client/site.ts']
  if (!script) throw new Error('The build has no script.')
  cpSync(join(folder, 'art'), join(out, 'site/art'), { recursive: true })
  writeFileSync(join(out, 'site/card.png'), await drawCard())
  return {
    head: await writeHead(out),
    script: `/${script.file}`,
    styles: (script.css ?? []).map(file => `/${file}`),
  }
}

async function writeHead(out: string): Promise<string> {
  mkdirSync(join(out, 'site'), { recursive: true })
  const file = join(out, 'site/head.js')
  await bundle({
    input: join(folder, 'src/client/head.ts'),
    platform: 'browser',
    output: { file, format: 'iife', minify: true },
  })
  const hash = createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 8)
  renameSync(file, join(out, `site/head-${hash}.js`))
  return `/site/head-${hash}.js`
}

/** The picture of link previews, 1200 by 630: the logo above a nest. It has no words, because a build may have no fonts. */
const card = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
<path fill="#efeee9" d="M0 0h1200v630H0z"/>
<path fill="#fbfaf8" d="M-20 360C250 600 950 600 1220 360V640H-20z"/>
<g fill="none" stroke="#18201f" stroke-width="5"><path d="M-20 360C250 600 950 600 1220 360"/><path opacity=".6" d="M-20 390C250 630 950 630 1220 390"/><path opacity=".32" d="M-20 424C250 664 950 664 1220 424"/></g>
<g transform="translate(456 96) scale(9)" fill="none" stroke="#18201f" stroke-width="2.7" stroke-linecap="round"><path d="M16 3.4c3 0 5.3 3.6 5.3 7.2a5.3 5.3 0 0 1-10.6 0c0-3.6 2.3-7.2 5.3-7.2z" fill="#53bcca" stroke="none"/><path d="M7.2 12.6a8.9 8.9 0 0 0 17.8-.6"/><path d="M2.9 15.2a13.2 13.2 0 0 0 26.3-2"/></g>
</svg>`

/** Draws the picture of link previews as PNG. */
const drawCard = (): Promise<Buffer> => sharp(Buffer.from(card)).png({ palette: true }).toBuffer()

/**
 * Reads a content file: lines `name: value` between two lines `---`, then Markdown (`.md`) or HTML (`.html`).
 * @returns title, description, the other values by name, and the HTML of the text
 * @throws Error naming the file when it has no title or description
 */
function readContent(file: string) {
  const text = readFileSync(file, 'utf8')
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const values = new Map(
    head.split('\n').map(line => {
      const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? []
      return [name, value] as const
    }),
  )
  const [title, description] = [values.get('title'), values.get('description')]
  if (!title || !description) throw new Error(`${file} needs a title and a description.`)
  return {
    title,
    description,
    values,
    html: file.endsWith('.md') ? marked.parse(body, { async: false }) : body,
  }
}
