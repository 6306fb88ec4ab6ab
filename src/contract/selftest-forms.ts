/** The forms that a finding of the self-test can have: none of them can hold a text, a name, an address or a path. */
import { type TSchema, Type } from '@sinclair/typebox'
import { OneOf } from './fields.ts'

export const Count = (title: string) => Type.Optional(Type.Integer({ minimum: 0, title }))
/** A number of Apple's, which may be negative, such as -1743. */
export const AppleNumber = (title: string) => Type.Optional(Type.Integer({ minimum: -99_999, maximum: 99_999, title }))
export const AppleNumbers = (title: string) =>
  Type.Optional(Type.Array(Type.Integer({ minimum: -99_999, maximum: 99_999 }), { maxItems: 20, title }))
export const Flag = (title: string) => Type.Optional(Type.Boolean({ title }))
export const Version = (title: string) => Type.Optional(Type.String({ pattern: '^\\d{1,4}(\\.\\d{1,6}){0,3}$', title }))
export const Word = <const T extends string>(title: string, words: readonly T[]) =>
  Type.Optional(Type.Unsafe<T>({ ...OneOf(words), title }))
export const Words = <const T extends string>(title: string, words: readonly T[]) =>
  Type.Optional(Type.Unsafe<T[]>(Type.Array(OneOf(words), { maxItems: 20, title })))
/** A code of Node or of the operating system, such as `ENOENT`. */
export const Errno = (title: string) => Type.Optional(Type.String({ pattern: '^[A-Z][A-Z0-9_]{2,39}$', title }))
/** The item has one of these forms, or is an object of such. */
export const List = <S extends TSchema>(title: string, item: S) =>
  Type.Optional(Type.Array(item, { title, maxItems: 200 }))
