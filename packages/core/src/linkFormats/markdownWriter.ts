import { describeLeftOut } from '../bookmarkFiles/writer.ts'
import { toMarkdownAddress, toMarkdownLine, toMarkdownText } from '../words/markdownText.ts'
import { formatChecklist } from './checklist.ts'
import type { LinkFileHead, LinkWriter, WrittenLink } from './linkFile.ts'

/** Writes links as Markdown: a heading for each collection, an item for each link, its texts and tasks below it. */
export function openMarkdownWriter({
  title,
  encrypted = 0,
}: Pick<LinkFileHead, 'title' | 'encrypted'>): LinkWriter {
  const leftOut = encrypted === 0 ? '' : `${describeLeftOut(encrypted)}\n\n`
  return {
    start: () => `# ${toMarkdownLine(title)}\n\n${leftOut}`,
    folder: ({ name, description }, depth) => {
      const text = description === '' ? '' : `${toMarkdownText(description)}\n\n`
      return `\n${'#'.repeat(Math.min(depth + 2, 6))} ${toMarkdownLine(name)}\n\n${text}`
    },
    folderEnd: () => '',
    link: formatItem,
    end: () => '',
  }
}

function formatItem(link: WrittenLink): string {
  const { address, page, tags, description, private_note: note, checklist } = link
  const target = toMarkdownAddress(address || page)
  const title = toMarkdownLine(link.title) || toMarkdownLine(address) || target
  const marks = tags.map(tag => ` #${tag.replace(/[\s#]+/gu, '-')}`).join('')
  const blocks = [toMarkdownText(description), note === '' ? '' : quote(toMarkdownText(note))]
    .filter(text => text.trim() !== '')
    .map(text => `\n${indent(text)}\n`)
  const tasks = formatChecklist(checklist).map(line => `  - ${line}\n`)
  return `- [${title}](${target})${marks}\n${blocks.join('')}${blocks.length > 0 ? '\n' : ''}${tasks.join('')}`
}

const indent = (text: string) => text.trim().replace(/^(?=.)/gmu, '  ')
const quote = (text: string) => text.trim().replace(/^/gmu, '> ')
