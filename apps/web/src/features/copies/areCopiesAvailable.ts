import { isServerSettingOn } from '../../lib/serverSetting.ts'

/** Returns true if this server keeps copies of pages. */
export const areCopiesAvailable = (): boolean => isServerSettingOn('copies')
