import type { TreeNode } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { useEffect, useState } from 'preact/hooks'
import type { Status } from '../background/answerPage.ts'
import type { LookUp } from '../background/library.ts'
import { ask, type AskError } from '../ui/ask.ts'
import { listCollections } from './collections.ts'
import { type Draft, draftOfLink, draftOfPage } from './draft.ts'
import type { TabPage } from './readTab.ts'

/** The form of a page, and what the library has about the page. */
export interface DraftState {
  draft: Draft
  /** The form as it was before the person changed it. */
  start: Draft
  found: LookUp | undefined
  tree: TreeNode | null
  problem: string | undefined
  change: (changes: Partial<Draft>) => void
  setTree: (tree: TreeNode) => void
  setProblem: (problem: string) => void
}

/** Fills the form from the page at once, and from the library when the server has answered. */
export function useDraft(page: TabPage, status: Status): DraftState {
  const rootId = status.connection?.rootId ?? ''
  const [untouched] = useState(() => draftOfPage(page, rememberedParent(page, status)))
  const [start, setStart] = useState(untouched)
  const [draft, setDraft] = useState(untouched)
  const [found, setFound] = useState<LookUp>()
  const [tree, setTree] = useState(status.tree)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const receive = (answer: LookUp) => {
      setFound(answer)
      setTree(answer.tree)
      if (!answer.saved) {
        // The remembered collection may be deleted.
        const ids = new Set(listCollections(answer.tree).map(({ id }) => id))
        return setDraft(now => (now.parent && !ids.has(now.parent) ? { ...now, parent: null } : now))
      }
      const saved = draftOfLink(answer.saved, answer.note, rootId)
      setStart(saved)
      // What somebody has typed since then stays.
      setDraft(now =>
        now === untouched ? { ...saved, quote: page.selection, ...(page.selection && { category: 4 }) } : now,
      )
    }
    const { url, title, desc } = page
    void ask({ kind: 'lookUp', url, title: title.slice(0, limits.title), desc }).then(
      receive,
      (error: AskError) => setProblem(error.message),
    )
  }, [page, rootId, untouched])
  const change = (changes: Partial<Draft>) => setDraft(before => ({ ...before, ...changes }))
  return { draft, start, found, tree, problem, change, setTree, setProblem }
}

/** Returns the collection of the last save from this site, or of the last save. */
function rememberedParent(page: TabPage, { siteParents, lastParent }: Status): string | null {
  return siteParents[new URL(page.url).host] ?? lastParent
}
