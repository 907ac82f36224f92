import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { useMemo } from 'react'
import Offers from '../features/share/ownership/Offers.tsx'
import { useSharedCollections } from '../features/share/sharedWithMe.ts'
import { SharedCollections } from '../features/share/SharedCollections.tsx'
import { PageCrumbs } from '../ui/page/Breadcrumb.tsx'
import { Page } from '../ui/page/Page.tsx'

/** /shared: the collections that other users share with this user. */
export default function SharedPage() {
  const { data, error, refetch } = useSharedCollections()
  const pages = useMemo(
    () => ({
      total: data?.length,
      at: (index: number) => data?.[index],
      show: () => undefined,
      range: async (first: number, last: number) => (data ?? []).slice(first, last + 1),
      isPending: data === undefined,
      error,
      retry: () => void refetch(),
    }),
    [data, error, refetch],
  )
  return (
    <Page title={texts.sharedPage}>
      <PageCrumbs title={texts.sharedPage} path="/shared" />
      <h1 className="h1" style={{ marginTop: 6, marginBottom: 18 }}>
        {texts.sharedPage}
      </h1>
      <Offers />
      <SharedCollections pages={pages} />
    </Page>
  )
}
