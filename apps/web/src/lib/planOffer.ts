import { isServerSettingOn } from './serverSetting.ts'

/**
 * Returns true if this server offers plans: it sells them, or accounts begin with the free one. Otherwise nothing on the
 * page names plans, prices or coupons.
 */
export const arePlansOffered = (): boolean => isServerSettingOn('plans')
