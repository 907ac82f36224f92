import type { ReactNode } from 'react'
import { type TabChoice, Tabs } from '../ui/fields/Tabs.tsx'
import { PageCrumbs } from '../ui/page/Breadcrumb.tsx'
import { Page } from '../ui/page/Page.tsx'
import css from './TabbedPage.module.css'

/** The path and the title of a page below the dashboard. Its children are at the end of the line of the title. */
export function PageHead({ title, path, children }: { title: string; path: string; children?: ReactNode }) {
  return (
    <>
      <PageCrumbs title={title} path={path} />
      <div className={`row g12 ${css.head}`}>
        <h1 className="h1">{title}</h1>
        {children}
      </div>
    </>
  )
}

/** A page below the dashboard whose content is in tabs. */
export function TabbedPage<Tab extends string>({
  id,
  title,
  tools,
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  /** The path of the page without its slash. */
  id: string
  title: string
  /** Shown at the end of the line of the title. */
  tools?: ReactNode
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly TabChoice<Tab>[]
  value: Tab
  onChange: (tab: Tab) => void
  children: ReactNode
}) {
  return (
    <Page title={title}>
      <PageHead title={title} path={`/${id}`}>
        {tools}
      </PageHead>
      <Tabs {...{ id, label, tabs, value, onChange }} />
      <div className={css.panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        <h2 className="sr">{tabs.find(tab => tab.value === value)?.label}</h2>
        {children}
      </div>
    </Page>
  )
}
