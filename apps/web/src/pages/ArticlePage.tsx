import { helpPages } from '@nestmark/texts/help'
import { useEffect } from 'react'
import { helpLinks } from '../lib/helpLinks.ts'
import { Page } from '../ui/Page.tsx'
import { PageLoading } from '../ui/PageLoading.tsx'
import css from './ArticlePage.module.css'

/** A text page: help, terms, privacy. Redirects to the operator's own page where one is configured. */
export default function ArticlePage({ name }: { name: keyof typeof helpPages }) {
  const externalPage = helpLinks[name]
  useEffect(() => {
    if (externalPage) location.replace(externalPage)
  }, [externalPage])
  const { title, lead, parts } = helpPages[name]
  if (externalPage) return <PageLoading />
  return (
    <Page title={title}>
      <article className={css.article}>
        <h1 className="h1">{title}</h1>
        <p className={css.lead}>{lead}</p>
        {parts.map(part => (
          <section key={part.title}>
            <h2>{part.title}</h2>
            {part.paragraphs.map(paragraph => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
    </Page>
  )
}
