const categories = ['', 'image', 'video', 'link', 'note', 'audio']
const colors = ['', 'yellow', 'blue', 'pink', 'green']
const toDate = time => new Date(time).toISOString()

/** Returns a link of a webhook or of a list; null for one without readable texts (encrypted, or deleted since). */
export function toLink(link) {
  if (link.enc === 1 || link.link === undefined || link.name === '') return null
  return {
    id: link._id,
    title: link.name,
    address: link.link,
    description: link.desc,
    category: categories[link.category],
    tags: link.tags.map(tag => tag.name ?? tag).toSorted(),
    collection_id: link.parent,
    created: toDate(link.create_date),
  }
}

/** Returns a highlight of a webhook, with its page; null for one without readable texts. */
export function toHighlight({ _id: id, text, comm: comment, style, title, link, create_date: created }) {
  if (text === '' || created === undefined) return null
  return {
    id,
    text,
    comment,
    color: colors[style],
    page_title: title,
    page_address: link,
    created: toDate(created),
  }
}

/** Returns the highlights of pages, in the form of webhooks, the newest first. */
export function highlightsOfPages(pages) {
  return pages
    .filter(({ enc }) => enc === 0)
    .flatMap(({ link, data }) => data.highlights.map(each => ({ ...each, link, title: data.title })))
    .toSorted((a, b) => b.create_date - a.create_date)
}
