import { helpPages } from '@nestmark/texts/help'
import { useEffect } from 'react'
import { helpLinks } from '../lib/helpLinks.ts'
import { Page } from '../ui/Page.tsx'
import { PageLoading } from '../ui/PageLoading.tsx'
import css from './ArticlePage.module.css'

/** A page of plain words: help, terms, privacy. Where the operator has a page for it, that one is shown instead. */
export default function ArticlePage({ name }: { name: keyof typeof helpPages }) {
  const elsewhere = helpLinks[name]
  useEffect(() => {
    if (elsewhere) location.replace(elsewhere)
  }, [elsewhere])
  const { title, lead, parts } = helpPages[name]
  if (elsewhere) return <PageLoading />
  return (
    <Page title={title}>
      <article className={css.article}>
        <h1 className="h1">{title}</h1>
        <p className={css.lead}>{lead}</p>
        {parts.map(part => (
          <section key={part.title}>
            <h2>{part.title}</h2>
            {part.paragraphs.map(words => (
              <p key={words}>{words}</p>
            ))}
          </section>
        ))}
      </article>
    </Page>
  )
}
