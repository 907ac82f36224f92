import type { CountedTag } from '@nestmark/contract/tags'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { loadStoredTags, type TagQuery, useDeleteTags, useTags } from '../features/tags/data.ts'
import { TagCategories } from '../features/tags/TagCategories.tsx'
import { TagList } from '../features/tags/TagList.tsx'
import { TagBulk, TagTools } from '../features/tags/TagTools.tsx'
import { openOverlay } from '../lib/overlays/overlay.ts'
import { useSelection } from '../lib/lists/selection.ts'
import { PageCrumbs } from '../ui/page/Breadcrumb.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { EmptyState } from '../ui/lists/EmptyState.tsx'
import { IconHash, IconPlus, IconSearch } from '../ui/icons.ts'
import { Page } from '../ui/page/Page.tsx'
import css from './TagsPage.module.css'
import { useStore } from '../lib/store.ts'
import { Progress } from '../ui/progress/Progress.tsx'
import { tagIndexing } from '../features/tags/tagIndexing.ts'

/** /tags: all tags with their link counts; adds, renames, merges and deletes them. */
export default function TagsPage() {
  const [query, setQuery] = useState<TagQuery>(() => ({ input: '', sort: loadStoredTags() }))
  const pages = useTags(query)
  const selection = useSelection<CountedTag>()
  const remove = useDeleteTags()
  const { counts } = pages
  const searching = query.input !== ''
  const none = pages.total === 0 && !searching

  const askDelete = (tags: CountedTag[]) => {
    const names = tags.map(tag => tag.name)
    const links = tags.reduce((sum, tag) => sum + tag.links_count, 0)
    openOverlay('confirm', {
      title: texts.askDelete(names),
      body: links > 0 ? texts.askDeleteLine(names, links) : texts.askDeleteLoose(names),
      confirm: texts.delete,
      danger: true,
      run: async () => {
        await remove(tags)
        selection.clear()
      },
    })
  }
  const add = (
    <Button variant={none ? 'primary' : 'plain'} icon={IconPlus} onClick={() => openOverlay('addTags', {})}>
      {texts.add}
    </Button>
  )
  const empty = searching ? (
    <EmptyState icon={IconSearch} title={texts.none} line={texts.noneHere}>
      <Button onClick={() => setQuery(now => ({ ...now, input: '' }))}>{uiTexts.clearSearch}</Button>
    </EmptyState>
  ) : (
    <EmptyState icon={IconHash} title={texts.none} line={texts.noneYet}>
      {add}
    </EmptyState>
  )
  return (
    <Page title={texts.title}>
      <PageCrumbs title={texts.title} path="/tags" />
      <div className={`row g12 ${css.head}`}>
        <h1 className="h1">{texts.title}</h1>
        <span className={css.total} role="status">
          {pages.total !== undefined && pages.total > 0
            ? searching
              ? texts.found(pages.total)
              : texts.count(pages.total)
            : ''}
        </span>
        <span className="grow" />
        {!none && add}
      </div>
      <TagCategories counts={counts?.category_counts} />
      <TagIndexingProgress />
      {!none && (
        <TagTools
          query={query}
          selection={selection}
          onQuery={change => setQuery(now => ({ ...now, ...change }))}
        />
      )}
      <section aria-label={texts.title}>
        <TagList pages={pages} query={query} selection={selection} onDelete={askDelete} empty={empty} />
      </section>
      <TagBulk pages={pages} query={query} selection={selection} onDelete={askDelete} />
    </Page>
  )
}

/** Shows the progress of the job that updates the search index after a tag change. */
function TagIndexingProgress() {
  const progress = useStore(tagIndexing)
  if (!progress) return null
  const fraction = progress.total > 0 ? progress.done / progress.total : undefined
  return (
    <div className="row wrap t2" style={{ gap: '6px 12px', marginTop: 14 }}>
      <span role="status">{texts.following}</span>
      <div style={{ flex: 1, minWidth: 120, maxWidth: 320 }}>
        <Progress label={texts.following} fraction={fraction} />
      </div>
      {progress.total > 0 && (
        <span className="num t3">{texts.followingShare(progress.done, progress.total)}</span>
      )}
    </div>
  )
}
