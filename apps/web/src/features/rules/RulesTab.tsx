import { limits } from '@nestmark/core/limits'
import { ruleTexts as texts } from '@nestmark/texts/rules'
import { openOverlay, focusPage } from '../../lib/overlays/overlay.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import {
  IconFilter,
  IconPlus,
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconEdit,
  IconPlayerPlay,
  IconTrash,
} from '../../ui/icons.ts'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { LoadingState, SkeletonBox } from '../../ui/progress/Skeleton.tsx'
import { useRules, useDeleteRule, useOrderRules, useUpdateRule } from './data.ts'
import type { Rule } from '@nestmark/contract/rules'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import css from './Rules.module.css'

/** The rules for new links, in their order. */
export function RulesTab() {
  const { data, error, isError, refetch } = useRules()
  if (isError && !data)
    return <LoadError level={3} title={texts.failed} error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <LoadingState text={texts.loading}>
        {[0, 1].map(index => (
          <SkeletonBox key={index} style={{ height: 68, borderRadius: 12, marginBottom: 8 }} />
        ))}
      </LoadingState>
    )
  const isFull = data.length >= limits.rules
  const active = data.filter(rule => rule.active === 1)
  const make = (
    <Button
      variant={data.length === 0 ? 'primary' : 'plain'}
      icon={IconPlus}
      onClick={() => openOverlay('rule', {})}
    >
      {texts.make}
    </Button>
  )
  if (data.length === 0)
    return (
      <EmptyState icon={IconFilter} level={3} title={texts.none} line={texts.noneLine}>
        {make}
      </EmptyState>
    )
  return (
    <>
      <div className="flex wrap g8">
        {!isFull && make}
        {active.length > 0 && (
          <Button variant="ghost" onClick={() => openOverlay('applyRules', { rules: active })}>
            {texts.applyAll}
          </Button>
        )}
      </div>
      <ol className="panel stack" aria-label={texts.list}>
        {data.map(rule => (
          <RuleRow key={rule._id} rule={rule} rules={data} />
        ))}
      </ol>
      {isFull && <p className="t3">{texts.limitReached(limits.rules)}</p>}
    </>
  )
}

/** A rule as two lines: what links it is for, and what it does. Opens its form. */
function RuleRow({ rule, rules }: { rule: Rule; rules: readonly Rule[] }) {
  const { _id: rule_id, active } = rule
  const update = useUpdateRule()
  const order = useOrderRules()
  const remove = useDeleteRule(rules)
  const conditions = describeConditions(rule)
  const problem = describeProblem(rule)
  const at = rules.indexOf(rule)
  const move = (by: 1 | -1) => {
    const ids = rules.map(each => each._id)
    ids.splice(at + by, 0, ...ids.splice(at, 1))
    order.mutate({ rules: ids })
  }
  const edit = () => openOverlay('rule', { rule })
  return (
    <li className={`row g8 ${css.row}`} data-off={active === 0 || undefined}>
      <button type="button" className={`stack grow top ${css.open}`} onClick={edit}>
        <span className={`text14 w540 ${css.conditions}`} dir="auto">
          {conditions}
        </span>
        <span className={`text13 t2 ${css.actions}`} dir="auto">
          {describeActions(rule)}
        </span>
        {problem && (
          <span className={`text13 flex g6 ${css.problem}`}>
            <IconAlertTriangle className="i s14" />
            <span>{problem}</span>
          </span>
        )}
      </button>
      <Switch
        label={texts.switch(conditions)}
        on={active === 1}
        state={active === 1 ? texts.on : texts.off}
        disabled={update.isPending}
        onChange={on => update.mutate({ rule_id, active: on ? 1 : 0 })}
      />
      <MoreMenu
        label={texts.actionsOf(conditions)}
        tip=""
        items={[
          { label: texts.edit, icon: IconEdit, run: edit },
          {
            label: texts.apply,
            icon: IconPlayerPlay,
            run: () => openOverlay('applyRules', { rules: [rule] }),
          },
          at > 0 && { label: texts.up, icon: IconArrowUp, run: () => move(-1) },
          at < rules.length - 1 && { label: texts.down, icon: IconArrowDown, run: () => move(1) },
          {
            label: texts.delete,
            icon: IconTrash,
            danger: true,
            run: () => {
              focusPage()
              remove.mutate({ rule_id })
            },
          },
        ]}
      />
    </li>
  )
}

/** Returns the conditions of a rule as a sentence, such as 'Links from example.com'. */
function describeConditions({ conditions, feed }: Rule): string {
  const { host, path, title, tag } = conditions
  const parts = [
    host && texts.site(host),
    path && (path.startsWith('/') ? texts.pathStart(path) : texts.path(path)),
    title && texts.title(title),
    tag && texts.tag(tag),
    feed?.state === 'ok' && texts.feed(feed.title),
  ].filter(part => typeof part === 'string' && part !== '') as string[]
  return parts.length > 0 || feed ? texts.links(parts) : texts.every
}

/** Returns the actions of a rule as a sentence, such as 'Add #video, move to Watch later'. */
function describeActions({ actions, collection }: Rule): string {
  const parts = [
    actions.tags && actions.tags.length > 0 && texts.addTags(actions.tags),
    collection && (collection.name ? texts.moveTo(collection.name) : texts.move),
    actions.favourite === 1 && texts.favourite,
    actions.site_name === 1 && texts.siteName,
    actions.remove_text && texts.removeText(actions.remove_text),
    actions.tracking === 1 && texts.tracking,
  ].filter(part => typeof part === 'string' && part !== '') as string[]
  return texts.actions(parts)
}

/** Returns why a rule does not do all that it says; undefined when it does. */
function describeProblem({ collection, feed }: Rule): string | undefined {
  if (feed?.state === 'gone') return texts.problem.feedDeleted
  if (!collection || collection.state === 'ok') return undefined
  return collection.state === 'gone' ? texts.problem.lost : texts.problem[collection.state](collection.name)
}
