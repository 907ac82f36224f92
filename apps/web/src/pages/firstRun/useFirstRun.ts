import { useMe, useUpdateAnnouncements } from '../../features/session/data.ts'

/**
 * Returns which of the first steps are done, and whether they are shown: until all are done or the user hides them; the
 * help menu shows them again.
 */
export function useFirstRun() {
  const me = useMe()
  const { listed, dismiss } = useUpdateAnnouncements('first-run')
  const again = useUpdateAnnouncements('first-run-again')
  const importStep = useUpdateAnnouncements('first-run-import')
  const browseStep = useUpdateAnnouncements('first-run-browse')
  const hasLinks = me !== undefined && Object.values(me.count).some(count => count > 0)
  const steps = [hasLinks, !importStep.listed, !browseStep.listed]
  const done = steps.filter(Boolean).length
  return {
    isShown: me !== undefined && (again.listed || (listed && done < steps.length)),
    name: me?.name ?? '',
    hasLinks,
    steps,
    done,
    hide() {
      if (listed) dismiss()
      if (again.listed) again.dismiss()
    },
  }
}
