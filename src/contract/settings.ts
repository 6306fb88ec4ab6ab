/** Declares the settings of the API: config.json without `auth`. */
import { type Static, Type } from '@sinclair/typebox'
import { Config } from './config.ts'

export const Settings = Type.Omit(Config, ['auth'])
export type Settings = Static<typeof Settings>

/** RFC 7396: named fields are changed, and null removes a field. The result is validated as a whole. */
export const SettingsPatch = Type.Record(Type.String(), Type.Unknown())
