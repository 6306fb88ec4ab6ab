/** The settings of the API: config.json without anything of `auth`. */
import { type Static, Type } from '@sinclair/typebox'
import { Config } from './config.ts'

export const Settings = Type.Omit(Config, ['auth'])
export type Settings = Static<typeof Settings>

/** RFC 7396: what is named is changed, null removes. Checked as a whole after it is applied. */
export const SettingsPatch = Type.Record(Type.String(), Type.Unknown())
