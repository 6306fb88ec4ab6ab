/** Declares the settings of the API: config.json without `auth`. */
import { type Static, Type } from '@sinclair/typebox'
import { Config } from './config.ts'

export const Settings = Type.Omit(Config, ['auth'])
export type Settings = Static<typeof Settings>

const { compat } = Settings.properties
const { helper } = compat.properties
/** Has the static type of the setting, so that a form can show and change both in the same way. */
const ShownSecret = Type.Unsafe<string>(
  Type.Object({ set: Type.Boolean() }, { description: 'Whether it is set. A secret is never shown.' }),
)

/** The settings as they are shown. */
export const ShownSettings = Type.Object({
  ...Settings.properties,
  compat: Type.Object({
    ...compat.properties,
    helper: Type.Object({ ...helper.properties, password: ShownSecret }),
  }),
})

/** RFC 7396: named fields are changed, and null removes a field. The result is validated as a whole. */
export const SettingsPatch = Type.Record(Type.String(), Type.Unknown())
