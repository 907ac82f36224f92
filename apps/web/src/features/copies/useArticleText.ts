import { useLayoutEffect, useMemo } from 'react'
import { type ArticleText, readArticleText } from './articleText.ts'
import type { Article } from './useArticle.ts'

/** Puts an article into an element before it is painted, and returns its text; null without one. */
export function useArticleText(body: HTMLElement | null, article: Article | undefined): ArticleText | null {
  // A copy: React may render the same article twice.
  const nodes = useMemo(() => (article ? [...article.content.cloneNode(true).childNodes] : []), [article])
  useLayoutEffect(() => body?.replaceChildren(...nodes), [body, nodes])
  return useMemo(() => (body && nodes.length > 0 ? { body, ...readArticleText(nodes) } : null), [body, nodes])
}
