/** The values of a property list. */

export type PlistValue = string | number | bigint | boolean | Date | Buffer | PlistValue[] | PlistDictionary
export interface PlistDictionary {
  [key: string]: PlistValue
}

export const isDictionary = (value: PlistValue | undefined): value is PlistDictionary =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date) && !Buffer.isBuffer(value)
