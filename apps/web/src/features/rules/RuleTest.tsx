import type { Output } from '@nestmark/contract/operation'
import type { RuleExample, testRules } from '@nestmark/contract/rules'
import { ruleTexts as texts } from '@nestmark/texts/rules'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatError } from '../../lib/api/client.ts'
import css from './Rules.module.css'

/** Shows how many links rules would change, and how the newest of them. */
export function RuleTest({
  test: { data, error, isError, isPlaceholderData },
  children,
}: {
  test: UseQueryResult<Output<typeof testRules>>
  children?: ReactNode
}) {
  const isOld = isError || isPlaceholderData
  return (
    <section className={css.test} aria-label={texts.applyTitle} data-old={isOld || undefined}>
      <p className="text14 w540" role="status">
        {isError ? formatError(error) : data ? texts.wouldChange(data.changes) : texts.testing}
      </p>
      {data && !isError && data.examples.length > 0 && (
        <ul className={css.examples}>
          {data.examples.map(example => (
            <Example key={example._id} example={example} />
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}

/** A link with what would change: the previous text struck out, and the new one. */
function Example({ example }: { example: RuleExample }) {
  const { title, link, new_title: newTitle, new_link: newLink, new_tags: tags } = example
  const others = [
    tags && texts.newTags(tags),
    example.new_collection !== undefined && texts.newCollection(example.new_collection),
    example.favourite && texts.newFavourite,
  ].filter(Boolean)
  return (
    <li className={`text13 anywhere ${css.example}`}>
      <div className="t1" dir="auto">
        {newTitle === undefined ? title || link : <Changed from={title} to={newTitle} />}
      </div>
      {newLink !== undefined && (
        <div className={`t2 f12 ${css.exampleAddress}`} dir="ltr">
          <Changed from={link} to={newLink} />
        </div>
      )}
      {others.length > 0 && <div className={css.gains}>{others.join(' · ')}</div>}
    </li>
  )
}

/** The parts of a text that stay, and those that would go. */
function Changed({ from, to }: { from: string; to: string }) {
  let start = 0
  while (start < to.length && from[start] === to[start]) start++
  let end = 0
  while (end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++
  const removed = from.slice(start, from.length - end)
  const isCut = start + end === to.length
  if (!isCut)
    return (
      <>
        <del>{from}</del> {to}
      </>
    )
  return (
    <>
      {from.slice(0, start)}
      <del>{removed}</del>
      {from.slice(from.length - end)}
    </>
  )
}
