import type { Link } from '@nestmark/contract/shapes'

/** Opens the prompt for the key of a link. Its code is loaded after the page. */
export async function unlockLink(link: Link): Promise<void> {
  const commands = await import('./tasks/commands.ts')
  commands.unlockLink(link)
}
