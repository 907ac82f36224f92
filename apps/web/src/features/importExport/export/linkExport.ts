import { countExport, exportEpub, exportLinks } from '@nestmark/contract/transfer/linkExport'
import type { Input } from '@nestmark/contract/operation'
import { toSafeName } from '@nestmark/core/zipNames'
import { type DialogFormat, linkExportTexts as texts } from '@nestmark/texts/transfer/linkExport'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Refusal } from '../../../lib/api/client.ts'
import { fetchFile, saveAsFile } from '../../../lib/api/files.ts'
import { useOperation } from '../../../lib/api/operations.ts'
import type { AllLinks } from '../../../lib/lists/chosenItems.ts'
import { copyText } from '../../../lib/browser/copyText.ts'
import { toast } from '../../../lib/toasts.ts'

/** The links to export: of a collection, chosen ones, or all of a list. */
export interface ExportedLinks {
  /** Shown as the title, and part of the name of the file. */
  name: string
  /** `hasSub`: the collection has others inside. `canAdd`: the person may write there, and see its feeds. */
  collection?: { _id: string; hasSub: boolean; canAdd: boolean }
  links?: string[]
  every?: Pick<AllLinks, 'set' | 'except'>
}

/** The endings of the files. */
const endings: Record<DialogFormat, string> = {
  html: 'html',
  csv: 'csv',
  markdown: 'md',
  json: 'json',
  addresses: 'txt',
  epub: 'epub',
}

/** Returns the part as the calls take it. */
function toInput({ collection, links, every }: ExportedLinks, withSub: boolean): Input<typeof countExport> {
  if (collection) return { folder_id: collection._id, include_sub: withSub ? 1 : 0 }
  return every ? { every: every.set, except: every.except } : { links: links ?? [] }
}

/** Counts the links of a part. */
export const useCountExport = (part: ExportedLinks, withSub: boolean) =>
  useOperation(countExport, toInput(part, withSub), { staleTime: 0, quiet: true })

/**
 * Exports a part to a file or to the clipboard. Unmounting stops it.
 * @param given `encrypted` is the number of links that the file leaves out
 */
export function useExportLinks(
  part: ExportedLinks,
  {
    format,
    withSub,
    encrypted,
    onDone,
  }: { format: DialogFormat; withSub: boolean; encrypted: number; onDone: () => void },
) {
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { mutate, isPending, error } = useMutation<void, Refusal, (content: Blob) => void | Promise<void>>({
    mutationFn: async use => {
      const { signal } = (running.current = new AbortController())
      const name = part.name.slice(0, 200)
      const input = { ...toInput(part, withSub), ...(name !== '' && { name }) }
      const content =
        format === 'epub'
          ? fetchFile(exportEpub, signal, input)
          : fetchFile(exportLinks, signal, { ...input, format })
      await use(await content)
    },
    meta: { quiet: true },
    onSuccess: onDone,
  })
  const leftOut = encrypted > 0 ? texts.leftOut(encrypted) : undefined
  return {
    isPending,
    error,
    save: () =>
      mutate(content => {
        const file = `${toSafeName(part.name, 80, 'nestmark')}.${endings[format]}`
        saveAsFile(content, file)
        toast({ title: texts.exported(file), ...(leftOut !== undefined && { line: leftOut }) })
      }),
    /** @param links how many there are */
    copy: (links: number) =>
      mutate(async content =>
        copyText(await content.text(), {
          copied: [texts.copied(links), ...(leftOut === undefined ? [] : [leftOut])].join(' · '),
        }),
      ),
  }
}
