import { isServerSettingOn } from './serverSetting.ts'

/** Returns true if this server sends email. Without it nobody without an account can be invited. */
export const isEmailSent = (): boolean => isServerSettingOn('email')
