import { limits } from '@nestmark/core/limits'
import { ruleTexts as texts } from '@nestmark/texts/rules'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconFilter, IconPlus } from '../../ui/icons.ts'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { LoadingState, SkeletonBox } from '../../ui/progress/Skeleton.tsx'
import { useRules } from './data.ts'
import { RuleRow } from './RuleRow.tsx'

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
