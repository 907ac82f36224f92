import { isServerSettingOn } from './serverSetting.ts'

/** Returns true if this server enforces the limits of the free plan on links, collections and search. */
export const arePlanLimitsEnabled = (): boolean => isServerSettingOn('plan-limits')
