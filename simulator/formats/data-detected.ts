// The archived DDScannerResult that data detectors leave on a stretch of text.

import { encodeArchive, nsArray, object } from './keyed-archive.ts'

export interface Detected {
  /** e.g. HttpURL, PhoneNumber, Money, FullAddress, Date */
  type: string
  /** as it stands in the text */
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
