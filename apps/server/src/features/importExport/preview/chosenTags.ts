import type { ImportChoices } from '@nestmark/contract/transfer/importPreview'
import type { FolderRead, LinkRead } from '@nestmark/core/bookmarkFiles/events'

/** The tags of the states that a link may have in a file. */
const stateTags = { toRead: 'unread', isArchived: 'archived', isPrivate: 'private' } as const

/** Gives links the tags that a person chose for their folders and states. */
export class ChosenTags {
  readonly #choices: ImportChoices | undefined
  /** The names of the open folders; '' for one of the browser itself, which nobody has named. */
  #open: string[] = []

  constructor(choices: ImportChoices | undefined) {
    this.#choices = choices
  }

  /** True when folders become tags instead of collections. */
  get replacesFolders(): boolean {
    return this.#choices?.folders === 'tags'
  }

  openFolder({ name, role }: FolderRead): void {
    this.#open.push(role === null ? name : '')
  }

  closeFolder(): void {
    this.#open.pop()
  }

  /** Returns a link with its tags, without the marks that became tags. */
  apply(link: LinkRead): LinkRead {
    const folders = this.replacesFolders ? this.#open.filter(name => name !== '') : []
    if (!this.#choices?.states_as_tags) return folders.length === 0 ? link : withTags(link, folders)
    const states = Object.entries(stateTags).flatMap(([state, tag]) =>
      link[state as keyof typeof stateTags] ? [tag] : [],
    )
    if (states.length + folders.length === 0) return link
    return { ...withTags(link, [...folders, ...states]), toRead: null, isArchived: null, isPrivate: null }
  }
}

function withTags(link: LinkRead, tags: readonly string[]): LinkRead {
  return { ...link, tags: [...link.tags, ...tags] }
}
