import { isServerSettingOn } from './serverSetting.ts'

/** Returns true if this server sells plans. */
export const arePaymentsOn = (): boolean => isServerSettingOn('payments')
