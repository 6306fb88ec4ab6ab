// Encodes the DDScannerResult that data detectors attach to a piece of text.

import { encodeArchive, nsArray, object } from './keyed-archive.ts'

export interface Detected {
  /** The kind, such as HttpURL, PhoneNumber, Money, FullAddress or Date. */
  type: string
  /** The matched text. */
  matched: string
  location: number
}

export function encodeDetected({ type, matched, location }: Detected): Buffer {
  const range = object(
    'NSValue',
    { 'NS.rangeval.length': matched.length, 'NS.rangeval.location': location },
    { 'NS.special': 4 },
  )
  const result = object(
    'DDScannerResult',
    { MS: matched, T: type, AR: range, SR: nsArray([]), VN: null },
    { P: 1, RN: false },
  )
  return encodeArchive(result, 'dd-result')
}
